import { run } from './child.ts'
import { cpuMs } from './cost.ts'
import type { Load, Order } from './load.ts'
import type { Ask } from './requests.ts'
import { basic, type Stand } from './stand.ts'
import { median, type Row, short } from './table.ts'

const CONNECTIONS = 16

export type Effort = { rounds: number; ms: number; only: string }
type Contender = { server: number; database: number; port: number; ask: Ask }
type Contest = { name: string; against: string; aim: string; ours: Contender; reference: Contender }
/** Processor milliseconds an answer cost in server and database together and in the database, answers a second, slowest in a hundred. */
type Figure = { cpu: number; database: number; perSecond: number; p99: number }

/** Requests answered: ours against the bare server on the same database. Contenders take turns, after one turn to warm up. */
export async function answering(stand: Stand, { rounds, ms, only }: Effort): Promise<Row[]> {
  const found: Row[] = []
  for (const contest of contests(stand).filter(({ name }) => name.includes(only))) {
    const ours: Figure[] = []
    const reference: Figure[] = []
    await measure(contest.reference, ms, 0)
    await measure(contest.ours, ms, 1)
    for (let round = 1; round <= rounds; round += 1) {
      reference.push(await measure(contest.reference, ms, 2 * round))
      ours.push(await measure(contest.ours, ms, 2 * round + 1))
    }
    const of = (figures: Figure[], key: keyof Figure) => short(median(figures.map((figure) => figure[key])))
    const told = (figures: Figure[]) =>
      `database ${of(figures, 'database')}, ${of(figures, 'perSecond')}/s, p99 ${of(figures, 'p99')} ms`
    found.push({
      name: contest.name,
      unit: 'CPU-ms/request',
      ours: ours.map(({ cpu }) => cpu),
      reference: reference.map(({ cpu }) => cpu),
      against: contest.against,
      aim: contest.aim,
      beside: `${told(ours)}; reference ${told(reference)}`,
    })
  }
  return found
}

function contests({ ours, bare, database }: Stand): Contest[] {
  const { askers, port } = ours.said
  const toOurs = (ask: Omit<Ask, 'askers'>): Contender => ({
    server: ours.pid,
    database,
    port,
    ask: { ...ask, askers },
  })
  const toBare = (ask: Omit<Ask, 'askers'>, by = askers): Contender => ({
    server: bare.pid,
    database,
    port: bare.said.port,
    ask: { ...ask, askers: by },
  })
  const client = { authorization: basic(ours.said) }
  // the bare server signs tokens of its own
  const strangers = structuredClone(askers)
  for (const stranger of strangers) stranger.refreshToken = ''
  const list = toOurs({ path: '/sc-llm/firmEnterprise/list?current=1&size=20' })
  return [
    {
      name: 'page of 20 of 50,000 rows in 100 tenants',
      against: 'same SQL, bare pg + node:http',
      aim: '≤ 1.7×',
      ours: list,
      reference: toBare({ path: '/page?tenant={tenantId}' }),
    },
    {
      name: 'page of 20, against no database at all',
      against: 'bare node:http, 20 fixed rows',
      aim: '–',
      ours: list,
      reference: toBare({ path: '/still' }),
    },
    {
      name: 'one row by id',
      against: 'same SQL, bare pg + node:http',
      aim: '≤ 2.0×',
      ours: toOurs({ path: '/sc-llm/firmEnterprise/detail?id={rowId}' }),
      reference: toBare({ path: '/row?tenant={tenantId}&id={rowId}' }),
    },
    {
      name: 'create one row, audited',
      against: 'one insert, bare pg + node:http',
      aim: '≤ 3.0×',
      ours: toOurs({ path: '/sc-llm/firmEnterprise/save', body: 'enterprise' }),
      reference: toBare({ path: '/create?tenant={tenantId}&firm={firmId}', body: 'enterprise' }),
    },
    {
      name: 'renew a session (refresh token)',
      against: 'same SQL, jose, bare pg + node:http',
      aim: '–',
      ours: toOurs({ path: '/sc-auth/oauth/token', headers: client, body: 'renew' }),
      reference: toBare({ path: '/renew?tenant={tenantId}', body: 'renew' }, strangers),
    },
    {
      name: 'menu routes',
      against: 'same SQL and tree, bare pg + node:http',
      aim: '–',
      ours: toOurs({ path: '/sc-system/menu/routes' }),
      reference: toBare({ path: '/routes?tenant={tenantId}' }),
    },
    {
      name: 'menu buttons',
      against: 'same SQL and tree, bare pg + node:http',
      aim: '–',
      ours: toOurs({ path: '/sc-system/menu/buttons' }),
      reference: toBare({ path: '/buttons?tenant={tenantId}' }),
    },
    {
      name: 'filtered page of 20 people of 100,000 in 1,000 tenants',
      against: 'same SQL, bare pg + node:http',
      aim: '≤ 1.7×',
      ours: toOurs({ path: `/sc-system/user/list?current=1&size=20&realName=${encodeURIComponent('职员7')}` }),
      reference: toBare({ path: `/people?tenant={tenantId}&name=${encodeURIComponent('职员7')}` }),
    },
    // last: more sessions than a person may have end his first, whose tokens the others use
    {
      name: 'sign-in',
      against: 'argon2id alone, node:http',
      aim: '≤ 1.15×',
      ours: toOurs({ path: '/sc-auth/oauth/token', headers: client, body: 'signIn' }),
      reference: toBare({ path: '/sign-in' }),
    },
  ]
}

async function measure({ server, database, port, ask }: Contender, ms: number, turn: number): Promise<Figure> {
  const before = { all: cpuMs(server, database), database: cpuMs(database) }
  const order: Order = { port, connections: CONNECTIONS, ms, ask: { ...ask, from: turn * 1_000_000 } }
  const load = await run<Load>('load.ts', order)
  const used = cpuMs(server, database) - before.all
  const there = cpuMs(database) - before.database
  // the next turn goes on where this one stopped
  for (const [at, token] of load.refreshTokens.entries()) Object.assign(ask.askers[at] ?? {}, { refreshToken: token })
  // a refusal is quick: it must not pass for an answer
  if (load.bad > 0)
    throw new Error(`${ask.path}: ${load.bad} of ${load.done} answers were no success:\n${load.firstBad}`)
  return { cpu: used / load.done, database: there / load.done, perSecond: (load.done * 1000) / load.ms, p99: load.p99 }
}
