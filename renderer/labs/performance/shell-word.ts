/** A word of a command line as a POSIX shell takes it: in quotes where it has to be. */
export function shellWord(text: string): string {
  return /^[\w./:,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The name of a file likewise. One that begins with a hyphen would be an option. */
export function fileWord(name: string): string {
  return shellWord(name.startsWith("-") ? `./${name}` : name);
}
