; Compressed patterns: Windows knows files by their last ending, and .gz belongs to others. The studio is added to what is
; offered under "Open with"; the entry points to the class that the installer makes for .rle.

!macro customInstall
  WriteRegNone SHELL_CONTEXT "Software\Classes\.gz\OpenWithProgids" "Tessella.RLE"
!macroend

!macro customUnInstall
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.gz\OpenWithProgids" "Tessella.RLE"
!macroend
