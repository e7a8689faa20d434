import { Button, Select } from 'antd'
import { weekdayOf, workdayFrom } from '#engine/calculator/days.ts'
import { type DayEntry, icsOf } from '#engine/calculator/ics.ts'
import { dayOf, monthlyDeadline } from '#engine/taxlaw/tax-calendar.ts'
import holidays from '#facts/holidays.json' with { type: 'json' }
import { taxCalendar } from '#facts/tax-calendar.ts'
import { clauseMark, useLanguage, useSay, useTexts } from '#web/kernel/language.ts'
import { useView } from '#web/kernel/tab.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { scrollsByKeyboard } from '#web/kit/scrolls-by-keyboard.ts'
import { ToolFrame } from '../toolbox/ToolFrame.tsx'
import { today } from './start-values.ts'
import { texts } from './texts.ts'
import './calculator.css'

/** Years that can be told: those whose rests are held, and the next. */
const YEARS = [...holidays.years.map(({ year }) => year), 2027]
type Due = { id: string; day: string; title: string; source: string; state: 'announced' | 'predicted' | 'statutory' }

/** Deadlines are told with the rests of every year that is held, not only those of the announced calendar. */
const calendar = {
  ...taxCalendar,
  holidays: holidays.years.map(({ year, off, worked, documents }) => ({
    year,
    off,
    work: worked,
    basis: documents.map((doc) => ({ doc })),
  })),
}

const rests = {
  years: holidays.years.map(({ year }) => year),
  off: new Set(holidays.years.flatMap(({ off }) => off)),
  worked: new Set(holidays.years.flatMap(({ worked }) => worked)),
  basis: [],
}

function useDues(year: number): Due[] {
  const t = useTexts(texts)
  const say = useSay()
  const months = Array.from({ length: 12 }, (_, at): Due => {
    const { date, predicted, source } = monthlyDeadline(calendar, year, at + 1)
    return {
      id: `m${year}-${at + 1}`,
      day: date,
      title: t('monthlyDue', { month: at + 1 }),
      source,
      state: predicted ? 'predicted' : 'announced',
    }
  })
  const annual = taxCalendar.annual.map(({ id, title, month, day, taxType, basis }): Due => {
    const term = dayOf(year, month, day)
    // the terms of taxes move to the next working day (征管法实施细则第一百零九条)
    const last = taxType ? workdayFrom(rests, term) : term
    const law = basis.map(({ doc, article }) => `${doc} ${article ?? ''}`).join(clauseMark())
    const source = last === term ? law : `${law}。${t('rolled', { day: term })}`
    return { id: `${id}-${year}`, day: last, title: say(title), source, state: 'statutory' }
  })
  return [...months, ...annual].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** /aiTools/taxCalendar: when returns of a year are due, and on which days people rest or work against the week. */
export function TaxCalendarPage() {
  const t = useTexts(texts)
  const [chosen, choose] = useView('year', today().slice(0, 4))
  const year = YEARS.includes(Number(chosen)) ? Number(chosen) : (YEARS.at(-1) ?? 2026)
  const dues = useDues(year)
  const held = holidays.years.find((one) => one.year === year)
  const exported = async () => {
    const { handOut } = await import('./write-table.ts')
    const entries: DayEntry[] = [
      ...dues.map(({ id, day, title, source }) => ({ id, day, title, says: source, remindDays: 3 })),
      ...(held?.off ?? []).map((day) => ({ id: `off-${day}`, day, title: t('restDays'), says: '' })),
      ...(held?.worked ?? []).map((day) => ({ id: `work-${day}`, day, title: t('workDays'), says: '' })),
    ]
    const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
    handOut(icsOf(`${t('calendarTitle')} ${year}`, entries, stamp), `tax-calendar-${year}.ics`, 'text/calendar')
  }
  return (
    <ToolFrame
      code="taxCalendar"
      action={
        <>
          <Select
            aria-label={t('calendarYear')}
            value={year}
            onChange={(next: number) => choose(String(next))}
            options={YEARS.map((value) => ({ value, label: String(value) }))}
          />
          <Button type="primary" onClick={() => void exported()}>
            {t('calendarExport')}
          </Button>
        </>
      }
    >
      <p className="second">{t('calendarHint')}</p>
      <h2 className="section-title">{t('deadlines')}</h2>
      <Deadlines dues={dues} />
      <h2 className="section-title">{t('holidaysTitle')}</h2>
      {held ? (
        <Rests off={held.off} worked={held.worked} documents={held.documents} />
      ) : (
        <p>{t('noHolidays', { year })}</p>
      )}
    </ToolFrame>
  )
}

function Deadlines({ dues }: { dues: readonly Due[] }) {
  const t = useTexts(texts)
  const weekday = useWeekday()
  const now = today()
  return (
    <div className="calc-scroll" ref={scrollsByKeyboard}>
      <table className="calc-table">
        <thead>
          <tr>
            <th scope="col">{t('deadline')}</th>
            <th scope="col">{t('weekday')}</th>
            <th scope="col">{t('matter')}</th>
            <th scope="col">{t('state')}</th>
            <th scope="col">{t('source')}</th>
          </tr>
        </thead>
        <tbody>
          {dues.map(({ id, day, title, source, state }) => (
            <tr key={id} className={day < now ? 'third' : undefined}>
              <td className="calc-cell">
                <time dateTime={day}>{day}</time>
              </td>
              <td className="calc-cell">{weekday(day)}</td>
              <td>{title}</td>
              <td>
                <StatusTag tone={state === 'predicted' ? 'waiting' : 'good'}>{t(state)}</StatusTag>
              </td>
              <td lang="zh-CN">{source}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RestsProps = { off: readonly string[]; worked: readonly string[]; documents: readonly string[] }

function Rests({ off, worked, documents }: RestsProps) {
  const t = useTexts(texts)
  const weekday = useWeekday()
  const kinds = [
    { title: t('restDays'), days: off },
    { title: t('workDays'), days: worked },
  ]
  return (
    <>
      <div className="calc-months">
        {kinds.map(({ title, days }) => (
          <table key={title} className="calc-table">
            <caption className="calc-caption">{title}</caption>
            <tbody>
              {runsOf(days).map(({ first, last, count }) => (
                <tr key={first}>
                  <td className="calc-cell">
                    {first === last ? first : `${first} – ${last.slice(5)}`}{' '}
                    <span className="third">{weekday(first)}</span>
                  </td>
                  <td className="calc-right">{t('days', { value: count })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
      <p className="third">
        {t('source')}：
        {documents.map((address) => (
          <a key={address} href={address} target="_blank" rel="noopener noreferrer">
            {address}
          </a>
        ))}
      </p>
    </>
  )
}

/** Days in a row as one: of a list in order. */
function runsOf(days: readonly string[]) {
  const runs: { first: string; last: string; count: number }[] = []
  for (const day of days) {
    const run = runs.at(-1)
    const next =
      run && new Date(`${run.last}T00:00:00Z`).getTime() + 86_400_000 === new Date(`${day}T00:00:00Z`).getTime()
    if (run && next) Object.assign(run, { last: day, count: run.count + 1 })
    else runs.push({ first: day, last: day, count: 1 })
  }
  return runs
}

function useWeekday() {
  const language = useLanguage((state) => state.language)
  // 4 January 1970 was a Sunday
  return (day: string) =>
    new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
      new Date((3 + weekdayOf(day)) * 86_400_000),
    )
}
