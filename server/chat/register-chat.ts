import type { FastifyInstance } from 'fastify'
import type { Kernel } from '#server/kernel/kernel.ts'
import { registerChatFiles } from './attachments.ts'
import { runningAnswers } from './running-answers.ts'

/** The files of questions, and the end of answers that are being given when the server stops. */
export function registerChat(app: FastifyInstance, kernel: Kernel): void {
  registerChatFiles(kernel.files)
  app.addHook('preClose', () => runningAnswers(kernel).close())
}
