import type { Role } from '#contract/grants.ts'
import { only, page, type PageRoute } from '../shell/page-route.ts'
import { titles } from './titles.ts'

const staff: readonly Role[] = ['administrator', 'admin', 'zxs']
const files = async () => (await import('./FilesPage.tsx')).FirmFilesPage
const own = async () => (await import('./FilesPage.tsx')).UserFilesPage

/** The cloud disk: spaces of the firm with their files, and one's own files. */
export const diskPages: readonly PageRoute[] = [
  page(
    '/firm/knowledge/llmKnowledgeSwsDisk',
    titles.firmDisk,
    'byRole',
    async () => (await import('./SpacesPage.tsx')).SpacesPage,
  ),
  { ...only(staff, page('/firm/disk/file', titles.diskFiles, 'byRole', files)), isTab: false },
  page('/firm/userDisk', titles.myDisk, 'byRole', own),
  only(['zxs'], page('/firm/userDisk/file', titles.myDiskFiles, 'byRole', own)),
]
