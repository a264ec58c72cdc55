/** A word of a command line as a POSIX shell takes it: in quotes where it has to be. */
export function shellWord(text: string): string {
  return /^[\w./:,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
