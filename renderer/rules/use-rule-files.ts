import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import type { Rule } from "../../engine/rules/rule.ts";
import { useStudio } from "../studio/hooks.ts";

/** The rules of a person's own files. Those that nobody has looked into follow one by one. */
export function useRuleFiles(): readonly Rule[] {
  const { ruleFiles, status } = useStudio();
  const { folder } = ruleFiles;
  useEffect(() => {
    folder
      .load()
      .then(() => folder.checkAll())
      .catch(status.report);
  }, [folder, status]);
  return useCheckedRules();
}

/** Those that somebody has looked into. */
export function useCheckedRules(): readonly Rule[] {
  const { own } = useStore(useStudio().ruleFiles.folder.store);
  return useMemo(() => own.flatMap(({ rule }) => rule ?? []), [own]);
}
