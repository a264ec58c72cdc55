/**
 * Two hosts on one machine: network and host name are namespaces of their own, and a bridge joins them. Open MPI reaches the other host by an
 * agent that enters its namespaces in place of ssh. All of it lies in further namespaces, of processes and mounts too, so that nothing is left when
 * the program on the first host ends, or is killed.
 */

import { spawnSync } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Starts the rest of its words on node1, and writes down what still runs after that. $1: a folder for it. */
const WORLD = `
set -e
folder=$1
shift
mount -t proc proc /proc
printf '127.0.0.1 localhost\\n10.77.0.1 node1\\n10.77.0.2 node2\\n' > "$folder/names"
mount --bind "$folder/names" /etc/hosts
ip link set lo up
ip link add name bridge type bridge
ip link set bridge up
for i in 1 2; do
  unshare -n -u sh -c "hostname node$i && exec sleep 1000" &
  echo $! > "$folder/node$i"
  until [ "$(nsenter -t $! -u hostname 2>&1)" = node$i ]; do sleep 0.02; done
  ip link add name port$i type veth peer name eth0 netns $!
  ip link set port$i master bridge up
  nsenter -t $! -n sh -c "ip link set lo up && ip link set eth0 up && ip address add 10.77.0.$i/24 dev eth0"
done
nsenter -t "$(cat "$folder/node1")" -n -u "$@" || code=$?
for process in /proc/[0-9]*; do
  [ "$process" = /proc/1 ] || { tr '\\0' ' ' <"$process/cmdline"; echo; } 2>/dev/null
done >"$folder/left"
exit \${code:-0}
`;

const APART = ["-m", "-n", "-u", "-p", "--fork", "--kill-child=KILL"];

/** Why there cannot be two hosts here; null where there can. */
export function twoHostsRefused(): string | null {
  if (process.platform !== "linux") return "network namespaces are Linux's";
  const probe = "ip link add name bridge type bridge && ip link add name a type veth peer name b";
  const { status, stderr, error } = spawnSync("unshare", [...apart(), "sh", "-c", probe], {
    encoding: "utf8",
  });
  if (status === 0) return null;
  return `two network namespaces cannot be made (${(error?.message ?? stderr).trim().split("\n")[0]})`;
}

/** The words that run a program on node1, and what it needs in its environment. `folder`: an empty one. */
export async function twoHosts(
  folder: string,
): Promise<{ readonly words: readonly string[]; readonly env: NodeJS.ProcessEnv }> {
  const [world, agent] = [join(folder, "world"), join(folder, "agent")];
  await writeFile(world, WORLD);
  await writeFile(
    agent,
    `#!/bin/sh\npid=$(cat "${folder}/$1")\nshift\nexec nsenter -t "$pid" -n -u sh -c "$*"\n`,
  );
  await chmod(agent, 0o755);
  return {
    words: ["unshare", ...apart(), "sh", world, folder],
    env: { OMPI_MCA_plm_rsh_agent: agent },
  };
}

function apart(): readonly string[] {
  return process.getuid?.() === 0 ? APART : ["-r", ...APART];
}
