import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { Refusal } from './errors.ts'
import type { UploadedFile } from './service.ts'

const MOST_FILES = 20
const MOST_FIELDS = 50
const LONGEST_FIELD = 64 * 1024

export type Form = { fields: Record<string, string>; files: UploadedFile[]; discard: () => Promise<void> }

/** Reads a multipart form to a private temporary folder, within the limits. The names on disk are ours. */
export async function receiveForm(config: Config, request: FastifyRequest): Promise<Form> {
  if (!request.isMultipart()) throw new Refusal('unsupportedType')
  const home = join(config.DIGAO_DATA, 'tmp')
  await mkdir(home, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(home, 'form-'))
  const form: Form = { fields: {}, files: [], discard: () => rm(folder, { recursive: true, force: true }) }
  try {
    const limits = {
      fileSize: config.UPLOAD_LIMIT_MB,
      files: MOST_FILES,
      fields: MOST_FIELDS,
      fieldSize: LONGEST_FIELD,
      fieldNameSize: 100,
    }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') form.files.push(await received(part, join(folder, String(form.files.length))))
      else addField(form.fields, part)
    }
    return form
  } catch (error) {
    await form.discard()
    throw error
  }
}

async function received({ file, fieldname, filename }: MultipartFile, path: string): Promise<UploadedFile> {
  await pipeline(file, createWriteStream(path, { mode: 0o600 }))
  if (file.truncated) throw new Refusal('tooLarge')
  return { field: fieldname, name: filename, path, size: file.bytesRead }
}

function addField(fields: Record<string, string>, { fieldname, value, valueTruncated }: MultipartValue) {
  if (valueTruncated) throw new Refusal('tooLarge')
  if (fieldname in fields) throw new Refusal('givenTwice', { field: fieldname })
  if (typeof value === 'string') fields[fieldname] = value
}
