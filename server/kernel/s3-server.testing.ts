import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Stored = { content: Buffer; etag: string; time: Date }
type Request = { message: IncomingMessage; key: string; query: URLSearchParams }

/** Short, so that a test sees more than one. */
const LIST_PAGE = 3

const etagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** A small server that speaks as much of S3 as the object store uses: PUT with a checksum, GET with ranges, HEAD, DELETE, lists in pages, multipart uploads. */
export async function s3Server() {
  const objects = new Map<string, Stored>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const calls: string[] = []

  const put = async ({ message, key, query }: Request, reply: ServerResponse) => {
    const content = await bodyOf(message)
    const said = message.headers['x-amz-checksum-sha256']
    if (said !== createHash('sha256').update(content).digest('base64')) {
      reply.writeHead(400, { 'content-type': 'application/xml' }).end('<Error><Code>BadDigest</Code></Error>')
      return
    }
    const parts = uploads.get(query.get('uploadId') ?? '')
    if (parts) parts.set(Number(query.get('partNumber')), content)
    else objects.set(key, { content, etag: etagOf(content), time: new Date() })
    reply.setHeader('etag', etagOf(content)).end()
  }
  const post = async ({ message, key, query }: Request, reply: ServerResponse) => {
    await bodyOf(message)
    reply.setHeader('content-type', 'application/xml')
    if (query.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, new Map())
      reply.end(
        `<InitiateMultipartUploadResult><Bucket>b</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
      return
    }
    const parts = uploads.get(query.get('uploadId') ?? '') ?? new Map<number, Buffer>()
    const content = Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part))
    objects.set(key, { content, etag: etagOf(content), time: new Date() })
    reply.end(
      `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>${etagOf(content)}</ETag></CompleteMultipartUploadResult>`,
    )
  }
  const list = (query: URLSearchParams, reply: ServerResponse) => {
    const after = query.get('continuation-token') ?? ''
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .toSorted()
    const page = keys.slice(0, LIST_PAGE)
    const contents = page.map((key) => {
      const found = objects.get(key)
      return `<Contents><Key>${key}</Key><Size>${found?.content.length}</Size><LastModified>${found?.time.toISOString()}</LastModified></Contents>`
    })
    const more = keys.length > page.length
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    reply.setHeader('content-type', 'application/xml')
    reply.end(`<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`)
  }
  const read = ({ message, key, query }: Request, reply: ServerResponse) => {
    if (query.has('list-type')) {
      list(query, reply)
      return
    }
    const found = objects.get(key)
    if (!found) {
      reply.writeHead(404, { 'content-type': 'application/xml' })
      reply.end(message.method === 'HEAD' ? '' : '<Error><Code>NoSuchKey</Code></Error>')
      return
    }
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(message.headers.range ?? '') ?? []
    const content = from === undefined ? found.content : found.content.subarray(Number(from), Number(to) + 1)
    reply.writeHead(from === undefined ? 200 : 206, { etag: found.etag, 'content-length': content.length })
    reply.end(message.method === 'HEAD' ? undefined : content)
  }
  const remove = ({ key }: Request, reply: ServerResponse) => {
    objects.delete(key)
    reply.writeHead(204).end()
  }

  const server = createServer((message, reply) => {
    const { pathname, searchParams: query } = new URL(message.url ?? '', 'http://s3')
    const request = { message, key: decodeURIComponent(pathname).replace(/^\/[^/]+\/?/, ''), query }
    calls.push(`${message.method} ${[...query.keys()].filter((name) => name !== 'x-id').join()}`.trim())
    const handlers: Record<string, (request: Request, reply: ServerResponse) => unknown> = {
      PUT: put,
      POST: post,
      DELETE: remove,
    }
    const handle = handlers[message.method ?? ''] ?? read
    Promise.resolve(handle(request, reply)).catch(() => reply.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { endpoint, objects, calls, close: () => server.close() }
}
