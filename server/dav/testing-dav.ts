import { dav } from '#contract/dav.ts'
import type { Caller, TestServer } from '#server/kernel/testing.ts'

export type Mount = (
  method: string,
  path: string,
  more?: { headers?: Record<string, string>; body?: string | Buffer },
) => Promise<{ status: number; headers: Headers; text: string }>

/** The address of the server once it listens for programs. */
export async function listening({ app }: TestServer): Promise<string> {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return address
}

export const basic = (account: string, password: string) =>
  `Basic ${Buffer.from(`${account}:${password}`).toString('base64')}`

/** The disk as a program of this person sees it, through an app password of his own. */
export async function mounted(
  base: string,
  who: Caller,
  wish: { readOnly?: boolean; rootId?: string } = {},
): Promise<Mount & { account: string; password: string; id: string }> {
  const { account, password, row } = await who(dav.create, { name: '测试', ...wish })
  const authorization = basic(account, password)
  const mount: Mount = async (method, path, { headers = {}, body } = {}) => {
    const reply = await fetch(base + encodeURI(path), {
      method,
      headers: { authorization, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
      redirect: 'manual',
    })
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  }
  return Object.assign(mount, { account, password, id: row.id })
}

/** The addresses a multistatus names, decoded. */
export const hrefs = (xml: string): string[] =>
  [...xml.matchAll(/<D:response><D:href>([^<]*)<\/D:href>/g)].map(([, href = '']) => decodeURIComponent(href))
