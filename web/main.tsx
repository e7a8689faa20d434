import { createRoot } from 'react-dom/client'
import './kernel/themes.css'
import './kernel/theme.css'
import './kernel/print.css'
import { nowLanguage } from './kernel/language.ts'
import { headPrints } from './kernel/printing.ts'
import { followOtherWindows } from './kernel/session.ts'
import { applyTheme } from './kernel/theme.ts'
import { clientConfig } from './kernel/transport.ts'
import { isPlain, loadPage } from './routes.ts'

applyTheme()
headPrints()
followOtherWindows()
clientConfig().catch(() => undefined)

// Addresses of older clients: /#/firm/index means /firm/index.
if (location.hash.startsWith('#/')) history.replaceState(null, '', location.hash.slice(1))
if (location.pathname === '/portal') history.replaceState(null, '', '/portal/home')

const element = document.querySelector('#root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)

async function show() {
  const Page = await loadPage(location.pathname)
  root.render(<Page />)
  // The frame's router follows the address from here on.
  if (!isPlain(location.pathname)) removeEventListener('popstate', again)
}
/** The page's own script did not come: without it nothing can be drawn but a sentence. */
const failed = () =>
  root.render(
    <p role="alert" style={{ padding: 24 }}>
      {nowLanguage() === 'en'
        ? 'This page could not be loaded. Check the network, then reload it.'
        : '页面没有加载成功，请检查网络后刷新。'}
    </p>,
  )
const again = () => void show().catch(failed)
addEventListener('popstate', again)
again()
