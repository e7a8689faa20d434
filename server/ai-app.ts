import type { FastifyInstance } from 'fastify'
import type { Kernel } from '#server/kernel/kernel.ts'
import { aiSearch } from '#contract/ai-search.ts'
import { chat } from '#contract/chat.ts'
import { knowledge } from '#contract/knowledge.ts'
import { knowledgeChunk } from '#contract/knowledge-chunk.ts'
import { knowledgeDoc } from '#contract/knowledge-doc.ts'
import { masking } from '#contract/masking.ts'
import { model } from '#contract/model.ts'
import { modelUsage } from '#contract/model-usage.ts'
import { writing } from '#contract/writing.ts'
import { proposal } from '#contract/proposal.ts'
import { promptTemplate } from '#contract/prompt-template.ts'
import { thinkChain } from '#contract/think-chain.ts'
import { aiSearchService } from './ai-search/service.ts'
import { registerChat } from './chat/register-chat.ts'
import { chatService } from './chat/service.ts'
import { knowledgeService } from './knowledge/base-service.ts'
import { knowledgeChunkService } from './knowledge/chunk-service.ts'
import { knowledgeDocService } from './knowledge/doc-service.ts'
import { registerKnowledge } from './knowledge/register-knowledge.ts'
import { serve } from './kernel/serve.ts'
import { registerWritingFiles } from './writing/writing-pictures.ts'
import { writingService } from './writing/service.ts'
import { maskingService } from './masking/service.ts'
import { serveMcp } from './mcp/mcp.ts'
import { modelService } from './model/service.ts'
import { modelUsageService } from './model/usage-service.ts'
import { registerPromptFiles } from './prompt-template/picked-material.ts'
import { proposalService } from './proposal/service.ts'
import { promptTemplateService } from './prompt-template/service.ts'
import { serveOpenApi } from './open-api/open-api.ts'
import { thinkChainService } from './think-chain/service.ts'

/** The slices of knowledge, models, chat and writing. */
export function serveAi(app: FastifyInstance, kernel: Kernel): void {
  serve(app, kernel, masking, maskingService)
  serve(app, kernel, promptTemplate, promptTemplateService)
  serve(app, kernel, proposal, proposalService)
  registerPromptFiles(kernel.files)
  serve(app, kernel, knowledge, knowledgeService)
  serve(app, kernel, knowledgeDoc, knowledgeDocService)
  serve(app, kernel, knowledgeChunk, knowledgeChunkService)
  registerKnowledge(kernel)
  serve(app, kernel, aiSearch, aiSearchService)
  serveMcp(app, kernel)
  serveOpenApi(app, kernel)
  serve(app, kernel, model, modelService)
  serve(app, kernel, modelUsage, modelUsageService)
  serve(app, kernel, chat, chatService)
  serve(app, kernel, thinkChain, thinkChainService)
  registerChat(app, kernel)
  serve(app, kernel, writing, writingService)
  registerWritingFiles(kernel.files)
}
