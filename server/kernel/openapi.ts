import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { codes } from '#contract/errors.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { docPage, docScript, docStyle } from './doc-page.ts'

type Json = Record<string, unknown>

/** What z.toJSONSchema cannot say (a transform's result) is left open. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return json
}

const envelopeOf = (data: Json): Json => ({
  type: 'object',
  required: ['code', 'success', 'data', 'msg'],
  properties: { code: { type: 'integer' }, success: { type: 'boolean' }, data, msg: { type: 'string' } },
})

const failures = ['400', '401', '403', '404', '409', '429', '500', '503']

function operationOf(endpoint: Endpoint): Json {
  const { kind, method, path, may, says, input, output, bare } = endpoint
  const shape = schemaOf(input, 'input')
  const properties = (shape['properties'] ?? {}) as Record<string, Json>
  const required = new Set((shape['required'] ?? []) as string[])
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const asParameter = (name: string, place: 'path' | 'query'): Json => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: properties[name] ?? {},
  })
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name))
  const data = schemaOf(output, 'output')
  const content: Record<typeof kind, Json> = {
    call: { 'application/json': { schema: bare ? data : envelopeOf(data) } },
    upload: { 'application/json': { schema: bare ? data : envelopeOf(data) } },
    stream: { 'text/event-stream': { schema: data } },
    file: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  }
  const form: Json = {
    type: 'object',
    properties: { ...properties, file: { type: 'string', format: 'binary' } },
    required: [...required, 'file'],
  }
  return {
    tags: [path.split('/').slice(1, 3).join('/')],
    summary: says,
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^A-Za-z0-9]+(.)?/g, (_, next: string = '') => next.toUpperCase())}`,
    description:
      may === 'public'
        ? 'Anybody may call it.'
        : may === 'signedIn'
          ? 'Anybody signed in may call it.'
          : `Needs the grant ${may}.`,
    'x-grant': may,
    security: may === 'public' ? [] : [{ token: [] }],
    parameters: [
      ...inPath.map((name) => asParameter(name, 'path')),
      ...(method === 'GET' ? rest.map((name) => asParameter(name, 'query')) : []),
      ...(method === 'POST' && kind === 'call' && may !== 'public'
        ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 255 } }]
        : []),
    ],
    ...(method === 'POST'
      ? {
          requestBody: {
            description: kind === 'call' ? 'The same fields are accepted in the query.' : 'A form with files.',
            content:
              kind === 'upload'
                ? { 'multipart/form-data': { schema: form } }
                : { 'application/json': { schema: shape } },
          },
        }
      : {}),
    responses: {
      '200': { description: 'Done', content: content[kind] },
      ...Object.fromEntries(failures.map((status) => [status, { $ref: '#/components/responses/Refused' }])),
    },
  }
}

/** OpenAPI 3.1, printed from the contracts that are served. */
export function openApi(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Digao 底稿',
      version: '0.1.0',
      description: `Every answer is an envelope: code ${codes.ok} is success; branch on the code, never on the text.`,
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Sc-Auth',
          description: '`bearer ` and an access token from POST /sc-auth/oauth/token',
        },
      },
      responses: {
        Refused: {
          description: 'Refused: the text says what is wrong and what to do',
          content: { 'application/json': { schema: envelopeOf({}) } },
        },
      },
    },
  }
}

/** GET /doc/openapi.json, and /doc to read it in a browser. */
export function serveDocument(app: FastifyInstance): void {
  let document: string | undefined
  app.get('/doc/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApi(app.endpoints))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  const files = [
    ['/doc', 'text/html', docPage],
    ['/doc/page.js', 'text/javascript', docScript],
    ['/doc/page.css', 'text/css', docStyle],
  ] as const
  for (const [url, type, text] of files) {
    app.get(url, async (_request, reply) => reply.type(`${type}; charset=utf-8`).send(text))
  }
}
