import { open } from 'node:fs/promises'
import type { Language } from '#contract/texts.ts'
import { say } from '#contract/errors.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { UploadedFile } from '#server/kernel/service.ts'
import { fileName } from '#server/kernel/files.ts'

/** How contents begin that run when somebody opens them. */
const programs = [
  [0x4d, 0x5a], // Windows
  [0x7f, 0x45, 0x4c, 0x46], // ELF
  [0xfe, 0xed, 0xfa], // Mach-O
  [0xcf, 0xfa, 0xed, 0xfe],
  [0xca, 0xfe, 0xba, 0xbe],
  [0x23, 0x21], // #!
  [0x4c, 0x00, 0x00, 0x00, 0x01, 0x14, 0x02], // a Windows shortcut
] as const
const PROGRAM_NAME = /\.(?:exe|dll|scr|com|bat|cmd|ps1|vbs?|vbe|jse?|jar|msi|hta|lnk|url|reg|sh|wsf)$/i
const WEB =
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<(?:!doctype\s+html|html|head|body|script|svg|iframe)\b/i

/** Refuses what is made to run, told by its content and its name. Evidence is documents, tables, pictures, archives. */
export async function refuseProgram(
  { path, name }: Pick<UploadedFile, 'path' | 'name'>,
  language: Language,
): Promise<void> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
    const head = buffer.subarray(0, bytesRead)
    const runs = programs.some((magic) => magic.every((byte, at) => head[at] === byte))
    const type =
      runs || PROGRAM_NAME.test(name.trim()) ? 'docTypeProgram' : WEB.test(head.toString('utf8')) ? 'docTypeWeb' : null
    if (type) throw new Refusal('docAttachmentType', { file: fileName(name), type: say(type, language) })
  } finally {
    await file.close()
  }
}
