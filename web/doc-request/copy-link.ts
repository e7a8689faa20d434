import { docRequest } from '#contract/doc-request.ts'
import { copyText } from '#web/chat/copy-text.ts'
import { call } from '#web/kernel/api.ts'
import { complain } from '#web/kernel/notices.ts'

/** Copies the public address of a request; false where the browser forbids it, or there is none to be had. */
export async function copyLink(id: string, path?: string): Promise<boolean> {
  try {
    const found = path ?? (await call(docRequest.link, { id })).path
    return await copyText(location.origin + found)
  } catch (fault) {
    complain(fault)
    return false
  }
}
