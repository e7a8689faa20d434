import type { FastifyInstance } from 'fastify'
import { docRequest, docRequestPublic } from '#contract/doc-request.ts'
import { share, sharePublic } from '#contract/share.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { serve } from '#server/kernel/serve.ts'
import { docRequestPublicService } from '../doc-request/public-service.ts'
import { requestTaker } from '../doc-request/receive.ts'
import { registerReminds } from '../doc-request/remind-schedule.ts'
import { docRequestService } from '../doc-request/service.ts'
import { collectTaker } from './collect.ts'
import { serveGuestUploads } from './guest-uploads.ts'
import { sharePublicService } from './public-service.ts'
import { registerShareRetention } from './retention.ts'
import { shareService } from './service.ts'

/** Links for people without an account: shares, collecting, document requests. */
export async function serveShares(app: FastifyInstance, kernel: Kernel): Promise<void> {
  serve(app, kernel, share, shareService)
  serve(app, kernel, sharePublic, sharePublicService)
  serve(app, kernel, docRequest, docRequestService)
  serve(app, kernel, docRequestPublic, docRequestPublicService)
  registerReminds(kernel)
  registerShareRetention(kernel)
  if (!kernel.config.DIGAO_SERVICES.includes('llm')) return
  await serveGuestUploads(app, kernel, { share: collectTaker(kernel), request: requestTaker(kernel) })
}
