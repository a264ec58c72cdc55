/** What stands in the environment of a process that mpirun, mpiexec or srun has started as one of several. */

/**
 * Set where a process of ours has started mpirun (mpirun.ts) and waits for the ranks: what goes wrong is told to it. `own-cards`
 * says that each rank is in a mount namespace of its own, to have a GPU of its own.
 */
export const STARTED_BY_US = "TESSELLA_RANKS_STARTED";
export const OWN_CARDS = "own-cards";

export interface MpiWorld {
  readonly rank: number;
  readonly size: number;
  /** Among the ranks of this machine; 0 where nobody says. */
  readonly localRank: number;
  readonly isStartedByUs: boolean;
  readonly hasOwnCard: boolean;
}

/** Variables for rank, size and rank on this machine: Open MPI's, those of MPICH and its kin, and those of a step of Slurm. */
const FAMILIES = [
  ["OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK"],
  ["PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID"],
  ["SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID"],
] as const;

/** Null for a process that is alone: also for the only task of a step, as which Slurm starts a shell. */
export function mpiWorld(env: NodeJS.ProcessEnv): MpiWorld | null {
  for (const names of FAMILIES) {
    const [rank, size, localRank] = names.map((name) => Number.parseInt(env[name] ?? "", 10));
    if (!(rank >= 0 && size > 1)) continue;
    const started = env[STARTED_BY_US];
    return {
      rank,
      size,
      localRank: localRank || 0,
      isStartedByUs: started !== undefined,
      hasOwnCard: started === OWN_CARDS,
    };
  }
  return null;
}
