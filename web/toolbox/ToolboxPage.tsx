import { StarFilled, StarOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { Link } from 'react-router'
import { toolRun } from '#contract/tool-run.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useLanguage, useSay, useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import { useView } from '#web/kernel/tab.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { Empty } from '#web/kit/StateView.tsx'
import { MenuIcon } from '../shell/MenuIcon.tsx'
import { catalog } from './catalog.ts'
import { findTools } from './find-tools.ts'
import { texts } from './texts.ts'
import { toolOpens } from './tool-reach.ts'
import { categories, type Tool } from './tool-row.ts'
import './toolbox.css'

/** /firm/firmTools: every tool the person may use, his favourites and last used ones first. */
export function ToolboxPage() {
  const t = useTexts(texts)
  const language = useLanguage((state) => state.language)
  const { roleName, held } = useSession()
  const settings = useQuery(query(toolRun.settings, {}))
  const [typed, type] = useView('q')
  const [category, choose] = useView('kind')
  const mine = catalog.filter((tool) => toolOpens(tool, { roleName, held }))
  const favorites = settings.data?.favorites ?? []
  const recent = settings.data?.recent ?? []
  const byCode = (codes: readonly string[]) => codes.flatMap((code) => mine.find((tool) => tool.code === code) ?? [])
  const found = findTools(mine, typed, language)
  const groups = categories
    .filter((one) => category === '' || one === category)
    .map((one) => ({ key: one, title: t(one), tools: found.filter((tool) => tool.category === one) }))
  const first = typed === '' && category === ''
  const shown = [
    ...(first ? [{ key: 'favorites', title: t('favorites'), tools: byCode(favorites) }] : []),
    ...(first
      ? [{ key: 'recent', title: t('recent'), tools: byCode(recent.filter((code) => !favorites.includes(code))) }]
      : []),
    ...groups,
  ].filter(({ tools }) => tools.length > 0)
  const present = categories.filter((one) => mine.some((tool) => tool.category === one))
  return (
    <Page title={t('title')}>
      <div className="tools-bar">
        <Input.Search
          allowClear
          value={typed}
          aria-label={t('search')}
          placeholder={t('searchHint')}
          onChange={({ target }) => type(target.value)}
        />
        <nav className="tools-kinds" aria-label={t('kinds')}>
          {(['', ...present] as const).map((one) => (
            <Button
              key={one}
              size="small"
              type={category === one ? 'primary' : 'text'}
              aria-pressed={category === one}
              onClick={() => choose(one)}
            >
              {t(one === '' ? 'all' : one)}
            </Button>
          ))}
        </nav>
      </div>
      {shown.length === 0 && (
        <Empty
          says={t('noTools')}
          action={
            <Button
              onClick={() => {
                type('')
                choose('')
              }}
            >
              {t('clearSearch')}
            </Button>
          }
        />
      )}
      {shown.map(({ key, title, tools }) => (
        <section key={key} className="tools-group" aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {tools.map((tool) => (
              <ToolLine key={tool.code} tool={tool} favorite={favorites.includes(tool.code)} />
            ))}
          </ul>
        </section>
      ))}
    </Page>
  )
}

function ToolLine({ tool, favorite }: { tool: Tool; favorite: boolean }) {
  const say = useSay()
  return (
    <li className="tool-line">
      <span className="tool-icon" aria-hidden>
        <MenuIcon name={tool.icon} />
      </span>
      <Link to={tool.path}>{say(tool.title)}</Link>
      <Favour tool={tool} on={favorite} />
      <p className="second">{say(tool.says)}</p>
    </li>
  )
}

/** The star of a tool. */
export function Favour({ tool, on }: { tool: Tool; on: boolean }) {
  const t = useTexts(texts)
  const say = useSay()
  const favour = useCommand(toolRun.favour)
  const Star = on ? StarFilled : StarOutlined
  return (
    <Button
      type="text"
      size="small"
      className="tool-star"
      data-on={on || undefined}
      icon={<Star />}
      aria-pressed={on}
      aria-label={t(on ? 'unfavour' : 'favour', { name: say(tool.title) })}
      onClick={() => favour.mutate({ code: tool.code, on: !on })}
    />
  )
}
