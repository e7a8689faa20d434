import type { LayoutParts } from '../layouts.ts'
import { ProjectHead, ProjectSide } from './ProjectParts.tsx'

/** A project's: its steps at the left, the enterprise, year and stage above. */
export const projectLayout: LayoutParts = { Side: ProjectSide, Head: ProjectHead }
