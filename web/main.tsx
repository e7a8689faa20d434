import { createRoot } from 'react-dom/client'
import './kernel/themes.css'
import './kernel/theme.css'
import './kernel/print.css'
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
const again = () => void show()
addEventListener('popstate', again)
again()
