import { page, type PageRoute } from '../shell/page-route.ts'
import { viewerTitle } from './title.ts'

/** Any file of one's own or within reach, in the browser. */
export const viewerPages: readonly PageRoute[] = [
  page('/file-viewer/index', viewerTitle, 'byRole', async () => (await import('./FileViewerPage.tsx')).FileViewerPage),
]
