import type { LayoutParts } from '../layouts.ts'
import { EduHead, EduSide } from './EduParts.tsx'

/** The school's. */
export const eduLayout: LayoutParts = { Side: EduSide, Head: EduHead }
