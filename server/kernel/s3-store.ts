import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Agent as HttpsAgent } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { ObjectGone, type ObjectStore, type StoredObject } from './object-store.ts'

const CONNECT_MS = 10_000
/** A server from which nothing comes for so long is away. */
const PATIENCE_MS = 60_000
const PART = 8 * 1024 * 1024

export type S3Place = {
  bucket: string
  endpoint?: string | undefined
  region: string
  accessKeyId?: string | undefined
  secretAccessKey?: string | undefined
  /** How the endpoint's name becomes an address; for those set on screen one that refuses the private network. */
  lookup?: LookupFunction | undefined
  /** How long the server may be silent, in milliseconds. */
  patience?: number
}

/** Objects in a bucket of S3 or a server that speaks it; large ones go up in parts, each with its SHA-256, which the server compares. */
export function s3Store({
  bucket,
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
  lookup,
  patience = PATIENCE_MS,
}: S3Place): ObjectStore {
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: patience,
      ...(lookup ? { httpsAgent: new HttpsAgent({ lookup, keepAlive: true }) } : {}),
    },
    // servers that speak S3 often know no trailing checksums; ours travel in a header of each part
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const find = (key: string): Promise<StoredObject | undefined> =>
    client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })).then(
      ({ ContentLength, LastModified }) => ({ key, size: ContentLength ?? 0, time: LastModified ?? new Date() }),
      (error: unknown) => {
        if (error instanceof NotFound) return undefined
        throw error
      },
    )
  return {
    async take(key, path) {
      const { size } = await stat(path)
      const Body = createReadStream(path)
      const params = { Bucket: bucket, Key: key, Body, ChecksumAlgorithm: 'SHA256' as const }
      try {
        await new Upload({ client, params, partSize: PART, queueSize: 2, leavePartsOnError: false }).done()
      } finally {
        Body.destroy()
      }
      const there = await find(key)
      if (there?.size !== size) throw new Error(`the store holds ${there?.size} bytes of an object of ${size}`)
      await rm(path, { force: true })
    },
    async get(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const wanted = new GetObjectCommand({ Bucket: bucket, Key: key, ...(Range ? { Range } : {}) })
      const { Body } = await client.send(wanted).catch((error: unknown) => {
        throw error instanceof NoSuchKey ? new ObjectGone(key) : error
      })
      return Body as Readable
    },
    has: async (key) => (await find(key)) !== undefined,
    find,
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
    },
    async *list(prefix = ''): AsyncGenerator<StoredObject> {
      for (let after: string | undefined; ;) {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...(after ? { ContinuationToken: after } : {}) }),
        )
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          if (Key) yield { key: Key, size: Size ?? 0, time: LastModified ?? new Date(0) }
        after = page.NextContinuationToken
        if (!page.IsTruncated || !after) return
      }
    },
    pathOf: () => undefined,
  }
}
