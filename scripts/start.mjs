// npm start [-- --demo] [--json] [--port N]: installs what is missing, builds the web if it changed, starts Digao.
import { buildWeb } from './build.mjs'
import { become, install, refuse } from './launch.mjs'

install()
if (!buildWeb()) refuse('The browser application could not be built: see the lines above.')
become('server/main.ts', process.argv.slice(2))
