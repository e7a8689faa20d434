import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, NotFound, S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { Config } from './config.ts'
import type { ObjectStore } from './object-store.ts'

const PART = 8 * 1024 * 1024

/** Objects in a bucket of S3 or a server that speaks it; large ones go up in parts. */
export function s3Store(config: Config, bucket: string): ObjectStore {
  const {
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = config
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    // servers that speak S3 often know no trailing checksums
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return {
    async take(key, path) {
      const params = { Bucket: bucket, Key: key, Body: createReadStream(path) }
      await new Upload({ client, params, partSize: PART, queueSize: 2, leavePartsOnError: false }).done()
      await rm(path, { force: true })
    },
    async get(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await client.send(
        new GetObjectCommand({ Bucket: bucket, Key: key, ...(Range ? { Range } : {}) }),
      )
      return Body as Readable
    },
    has: (key) =>
      client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })).then(
        () => true,
        (error: unknown) => {
          if (error instanceof NotFound) return false
          throw error
        },
      ),
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
    },
    pathOf: () => undefined,
  }
}
