import { useStudio } from "../../studio/hooks.ts";
import { TextButton } from "../../ui/button.tsx";

/** For the selection's section. */
export function IdentifyButton() {
  const studio = useStudio();
  return (
    <div className="padded">
      <TextButton onPress={() => void studio.commands.run("analysis.identify")}>Identify</TextButton>
    </div>
  );
}
