/** Why Digao cannot start: one line for the person at the terminal, saying what is wrong, where, and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there; choose another folder with DIGAO_DATA, or give this user the right to write',
  EPERM: 'this user may not write there; choose another folder with DIGAO_DATA, or give this user the right to write',
  EROFS: 'it lies on a read-only file system; choose another folder with DIGAO_DATA',
  ENOENT: 'no folder can be made there; choose another with DIGAO_DATA',
  ENOSPC: 'the disk is full; free some space, or choose another folder with DIGAO_DATA',
  EDQUOT: 'the disk quota is used up; free some space, or choose another folder with DIGAO_DATA',
  ENOTDIR: 'a part of this path is a file, not a folder; choose another folder with DIGAO_DATA',
  EEXIST: 'there is a file of that name; choose another folder with DIGAO_DATA',
  ENAMETOOLONG: 'the path is too long for the file system; choose a shorter one with DIGAO_DATA',
}

/** The line for a file-system error met in the data folder; anything else comes back unchanged. */
export function folderError(error: unknown, folder: string): unknown {
  const reason = error instanceof Error && 'code' in error ? reasons[String(error.code)] : undefined
  return reason ? new StartError(`Cannot use the data folder ${folder}: ${reason}.`) : error
}
