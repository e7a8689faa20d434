import { calculatorTools } from '../calculator/tools.ts'
import { aiTools } from './ai-tools.ts'
import { fileTools } from './file-tools.ts'
import type { Tool } from './tool-row.ts'

/** Every tool, in the order of the catalogue; each slice that has tools adds its own list. */
export const catalog: readonly Tool[] = [...fileTools, ...calculatorTools, ...aiTools]
