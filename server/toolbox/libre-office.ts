import { execFile, spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '#server/kernel/config.ts'

const run = promisify(execFile)

/**
 * How LibreOffice is started here: its program, what its version line says, and whether it can be cut off from the network and from
 * the files of this machine.
 */
export type Office = { program: string; version: string; alone: boolean }

const found = new Map<string, Promise<Office | undefined>>()

/** LibreOffice, where it is installed (`DIGAO_SOFFICE`: its program, or `off`); looked for once. */
export function officeOf({ DIGAO_SOFFICE }: Pick<Config, 'DIGAO_SOFFICE'>): Promise<Office | undefined> {
  const known = found.get(DIGAO_SOFFICE) ?? look(DIGAO_SOFFICE)
  found.set(DIGAO_SOFFICE, known)
  return known
}

async function look(setting: string): Promise<Office | undefined> {
  if (setting === 'off') return undefined
  for (const program of setting === '' ? ['soffice', 'libreoffice'] : [setting]) {
    try {
      const { stdout } = await run(program, ['--version'], { timeout: 20_000 })
      const version = /LibreOffice\S*\s+([\d.]+)/.exec(stdout)?.[1]
      if (version !== undefined) return { program, version, alone: await canUnshare(program) }
    } catch {
      // not there, or not able to say its version: the next name
    }
  }
  return undefined
}

/**
 * Runs what follows where only its own folder (the first word) can be seen of what people and services keep: documents name files
 * of the machine as their pictures, and LibreOffice puts them in whatever its settings say. The second word is our data's folder.
 */
const apart = `set -e
home=$1 data=$2
shift 2
mount --bind "$home" /mnt
for place in /home /media /root /run /srv /tmp "$data"; do
  if [ -d "$place" ]; then mount -t tmpfs none "$place"; fi
done
mkdir -p "$home"
mount --move /mnt "$home"
cd "$home"
exec "$@"`
const inside = (home: string, data: string) => ['-rnm', 'sh', '-c', apart, 'sh', resolve(home), resolve(data)]

/** Whether a process may be started in a network of its own, in which there is nothing, with folders of its own, and sees the program. */
const canUnshare = (program: string) =>
  run('unshare', [...inside('/usr', tmpdir()), 'sh', '-c', 'command -v "$1"', 'sh', program], { timeout: 5000 }).then(
    () => true,
    () => false,
  )

/** Macros never run, links are never followed, and nothing is asked from outside. */
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
${[
  ['org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['org.openoffice.Office.Common/Security/Scripting', 'DisableActiveContent', 'true'],
  ['org.openoffice.Office.Calc/Content/Update', 'Link', '1'],
  ['org.openoffice.Office.Writer/Content/Update', 'Link', '2'],
  ['org.openoffice.Inet/Settings', 'ooInetProxyType', '2'],
  ['org.openoffice.Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'],
  ['org.openoffice.Inet/Settings', 'ooInetHTTPProxyPort', '9'],
  ['org.openoffice.Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'],
  ['org.openoffice.Inet/Settings', 'ooInetHTTPSProxyPort', '9'],
]
  .map(
    ([path, name, value]) =>
      `<item oor:path="/${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  .join('\n')}
</oor:items>
`

/**
 * A font that is not installed is drawn by one that has Chinese signs: LibreOffice keeps the name of a cell's Chinese font only if
 * whatever stands in for it could show the text.
 */
const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<match target="pattern"><edit name="family" mode="append" binding="strong">
<string>Noto Sans CJK SC</string><string>Source Han Sans SC</string><string>WenQuanYi Zen Hei</string><string>WenQuanYi Micro Hei</string>
</edit></match>
</fontconfig>
`

type Conversion = {
  office: Office
  /** A folder of this run alone; the profile lies in it, and inputs and outputs have to. */
  home: string
  /** Where this installation keeps its data: out of sight for the process, but for `home`. */
  data: string
  inputs: readonly string[]
  /** The form of the results, by the name LibreOffice gives its filter; workbooks as xlsx unless said. */
  to?: string
  /** Where results go, under the inputs' names with another ending. */
  outputs: string
  seconds: number
  signal: AbortSignal
}

/**
 * Turns workbooks into xlsx in one process of its own profile, without network, other files, macros or input. Answers whether it ended by itself;
 * which results are there, the folder says. After `seconds` or an abort the process and all it has started are killed.
 */
export async function toXlsx({
  office,
  home,
  data,
  inputs,
  to,
  outputs,
  seconds,
  signal,
}: Conversion): Promise<boolean> {
  signal.throwIfAborted()
  const profile = join(home, `profile-${inputs.length}`)
  await mkdir(join(profile, 'user'), { recursive: true, mode: 0o700 })
  await mkdir(outputs, { recursive: true, mode: 0o700 })
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), settings)
  const fontsFile = join(home, 'fonts.conf')
  await writeFile(fontsFile, fonts)
  const given = [
    `-env:UserInstallation=file://${encodeURI(profile)}`,
    '--headless',
    '--norestore',
    '--nologo',
    '--nodefault',
    '--nolockcheck',
    '--nofirststartwizard',
    '--convert-to',
    to ?? 'xlsx:Calc MS Excel 2007 XML',
    '--outdir',
    outputs,
    ...inputs,
  ]
  const [program, words] = office.alone
    ? ['unshare', [...inside(home, data), office.program, ...given]]
    : ([office.program, given] as const)
  // nothing of this process's secrets; HOME is the run's own
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    LANG: 'C.UTF-8',
    SAL_USE_VCLPLUGIN: 'svp',
    FONTCONFIG_FILE: fontsFile,
  }
  const child = spawn(program, words, { detached: true, stdio: 'ignore', env, cwd: home })
  const { promise, resolve: end } = Promise.withResolvers<boolean>()
  child.on('error', () => end(false))
  child.on('exit', (code) => end(code === 0))
  const kill = () => {
    // the whole group: the launcher starts others
    if (child.pid !== undefined)
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // it has ended meanwhile
      }
  }
  const late = setTimeout(kill, seconds * 1000)
  signal.addEventListener('abort', kill, { once: true })
  try {
    const ended = await promise
    signal.throwIfAborted()
    return ended
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', kill)
    kill()
  }
}
