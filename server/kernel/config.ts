import { z } from 'zod'
import { StartError } from './start-error.ts'

const number = (fallback: number, low: number, high: number) =>
  z.coerce.number().int().min(low).max(high).default(fallback)
const megabytes = (fallback: number) => number(fallback, 1, 1_000_000).transform((mb) => mb * 1024 * 1024)
/** Comma-separated, blanks around and empty parts left out. */
const listed = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
const hosts = listed.transform((names) => names.map((name) => name.toLowerCase()))
const choice = <const T extends readonly [string, ...string[]]>(values: T) => z.enum(values).default(values[0])

/** The services a process can offer; each is a path prefix. */
export const services = ['auth', 'system', 'llm', 'sse'] as const
export type ServiceName = (typeof services)[number]

/**
 * Everything that can be set, by environment variable. `npm start` needs none of it; a value that does not fit stops the start
 * with its name. docs/operations.md prints this table.
 */
const Environment = z.object({
  /** Port to listen on. */
  PORT: number(8080, 0, 65_535),
  /** Address to listen on; 0.0.0.0 for all, behind a proxy that ends TLS. */
  HOST: z.string().default('localhost'),
  /** A PostgreSQL server (15 or newer) to use instead of the built-in one; its role may create roles and databases. */
  DATABASE_URL: z.string().optional(),
  /** Where everything lives that is not in DATABASE_URL or S3: database, files, keys, log. */
  DIGAO_DATA: z.string().default('.digao'),
  /** Which services this process offers: a comma-separated choice of auth, system, llm, sse. */
  DIGAO_SERVICES: z
    .string()
    .default(services.join(','))
    .transform((list) => list.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(services)).min(1)),
  /** `on`: sign-in by captcha or by password alone; `strict`: only by captcha; `off`: no captcha is asked. Unset: parameter captchaMode. */
  DIGAO_CAPTCHA: z.enum(['on', 'strict', 'off']).optional(),
  /** How browsers reach Digao: origins such as https://digao.example.com, comma-separated; passkeys and sign-in through others return here. */
  DIGAO_PUBLIC_URL: listed.pipe(z.array(z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin))),
  /** Hosts (`host` or `host:port`, comma-separated) that may be asked without TLS and may stand in the private network: a local identity provider, say. */
  DIGAO_OUTBOUND: hosts,
  /** The text recognition service: pictures and scanned pages go there; without it they stay unread. */
  DIGAO_OCR_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** LibreOffice's program, which turns old workbooks into xlsx with their styles; empty: `soffice`, if it is installed; `off`: never. */
  DIGAO_SOFFICE: z.string().trim().default(''),
  /** `on`: clients may send parameters and bodies encrypted (cryptoData). Obfuscation for older clients; TLS protects. */
  DIGAO_PAYLOAD_CRYPTO: choice(['off', 'on']),
  /** Hosts (`host` or `host:port`, comma-separated) that may be named as a data source; none without it. */
  DIGAO_DATASOURCE_HOSTS: hosts,
  /** `on`: data sources are reached by TLS with a certificate that can be verified; `off`: without, in a network of one's own. */
  DIGAO_DATASOURCE_TLS: choice(['on', 'off']),
  /** The code that everybody enters once before the frame opens (the human check); without it nobody is asked. */
  DIGAO_HUMAN_CODE: z.string().trim().min(4).max(64).optional(),
  /** Codes (comma-separated numbers) at which browsers stay silent where they would show an error. */
  DIGAO_QUIET_CODES: listed.transform((codes) => codes.map(Number)).pipe(z.array(z.int().min(400).max(99_999))),
  /** Hosts (`host` or `host:port`, comma-separated) whose pages a menu may show inside the frame; none without it. */
  DIGAO_FRAME_HOSTS: hosts
    // they stand in a header of every answer
    .pipe(z.array(z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, 'hosts, without https:// and path'))),
  /** Where browsers send their calls: a path such as /gateway or an origin such as https://api.example.com; empty: here. */
  DIGAO_API_BASE: z
    .string()
    .trim()
    .regex(/^(|(\/[\w.-]+)+|https?:\/\/[\w.-]+(:\d+)?(\/[\w.-]+)*)$/, 'a path or an address without a slash at its end')
    .default(''),
  /** Trusted reverse proxies (addresses or ranges, comma-separated), whose X-Forwarded-For names the caller. */
  DIGAO_PROXIES: z.string().default(''),
  /** Database connections for requests, per process. */
  DIGAO_CONNECTIONS: number(10, 2, 200),
  /** How many jobs this process runs at once. */
  DIGAO_JOBS: number(2, 0, 32),
  /** Seconds an access token lives. */
  ACCESS_TOKEN_SECONDS: number(3600, 60, 86_400),
  /** Seconds after which a person must sign in again, however active. */
  SESSION_SECONDS: number(7 * 86_400, 300, 90 * 86_400),
  /** Wrong passwords per account and window before it is locked for the rest of the window. */
  SIGN_IN_TRIES: number(5, 1, 100),
  /** Failed sign-ins per network address and window. */
  SIGN_IN_TRIES_PER_ADDRESS: number(100, 1, 100_000),
  /** Seconds of the window. */
  SIGN_IN_WINDOW_SECONDS: number(900, 10, 86_400),
  /** Megabytes of a JSON request. */
  BODY_LIMIT_MB: megabytes(2),
  /** Megabytes of one uploaded file. */
  UPLOAD_LIMIT_MB: megabytes(2048),
  /** Hours after which an unfinished upload is thrown away. */
  UPLOAD_HOURS: number(24, 1, 720),
  /** trace, debug, info, warn, error. */
  LOG_LEVEL: choice(['info', 'trace', 'debug', 'warn', 'error', 'silent']),
  /** A file, or `stderr`; by default digao.log in the data folder. */
  LOG_TO: z.string().default(''),
  /** Bearer token that may read /metrics from elsewhere than this machine. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Folders (absolute, comma-separated) in which stores of files may be set up on screen; none without it. */
  DIGAO_STORE_FOLDERS: listed,
  /** Bucket for files; without it they lie in the data folder. */
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
})

export type Config = Readonly<z.output<typeof Environment>>

/** The configuration of this process; StartError names the first variable that does not fit, never its value. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Environment.safeParse(set)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new StartError(`The environment variable ${String(issue?.path[0])} is not right: ${issue?.message}.`)
}

/** Names of all variables, for the test that keeps the operations guide complete. */
export const variables = Object.keys(Environment.shape)
