import { accessToken, type TokenScope } from '#contract/access-token.ts'
import type { Caller, TestServer } from '#server/kernel/testing.ts'

/** A new token of the person, as he would paste it into a program. */
export async function tokenOf(who: Caller, scopes: TokenScope[] = ['mcp', 'api']): Promise<string> {
  const { token } = await who(accessToken.create, { name: '测试程序', scopes, days: 30 })
  return token
}

/** Listens on a free port: programs from outside speak real HTTP. */
export async function listening(server: TestServer): Promise<string> {
  return server.app.listen({ port: 0, host: '127.0.0.1' })
}
