import type { WordParams } from '#engine/ledger/cell.ts'

/** Why a file cannot be read; each is a text of `contract/ledger-texts.ts`. */
export type FileProblemCode =
  | 'fileNoBytes'
  | 'fileNoTable'
  | 'fileEncrypted'
  | 'fileTruncated'
  | 'fileDamaged'
  | 'filePicture'
  | 'filePdf'
  | 'fileArchive'
  | 'fileOtherFormat'
  | 'fileBinary'
  | 'fileTooLarge'
  | 'fileBomb'
  | 'fileTooManyColumns'
  | 'fileCellTooLong'
  | 'fileUnclosedQuote'
  | 'fileEncoding'
  | 'fileDoctype'
  | 'fileUnsafePath'
  | 'fileNotCalculated'
  | 'fileSecondTable'
  | 'fileColumnsCrossed'

/** A file that is refused: nothing of it was used. `params` fill the text; `name` is the file's name as the client gave it. */
export class FileProblem extends Error {
  readonly code: FileProblemCode
  readonly params: WordParams

  constructor(code: FileProblemCode, params: WordParams = {}) {
    super(code)
    this.name = 'FileProblem'
    this.code = code
    this.params = params
  }

  /** The same problem with the file's name, for readers that know only bytes; a name that is already known stays. */
  of(file: string): FileProblem {
    return new FileProblem(this.code, { file, ...this.params })
  }
}
