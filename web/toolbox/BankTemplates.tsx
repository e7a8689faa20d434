import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Popconfirm } from 'antd'
import { toolRun } from '#contract/tool-run.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { bankTexts } from './bank-texts.ts'

/** The firm's templates of statements, each to be removed. */
export function BankTemplates() {
  const t = useTexts(bankTexts)
  const cache = useQueryClient()
  const found = useQuery(query(toolRun.bankLayouts, {}))
  const drop = useCommand(toolRun.dropBankLayouts)
  const layouts = found.data?.layouts ?? []
  const remove = async (id: string) => {
    const gone = await drop.mutateAsync({ ids: id }).catch(() => undefined)
    if (!gone) return
    say(t('dropped'))
    await cache.invalidateQueries({ queryKey: ['toolRun'] })
  }
  return (
    <section aria-label={t('templates')}>
      <h3 className="tool-templates-title">{t('templates')}</h3>
      {layouts.length === 0 ? (
        <p className="third">{t('noTemplates')}</p>
      ) : (
        <ul className="tool-templates">
          {layouts.map(({ id, name, updateUserName, updateTime }) => (
            <li key={id}>
              <span>
                {name}
                <span className="third">
                  {' '}
                  {updateUserName} {updateTime.slice(0, 10)}
                </span>
              </span>
              <Popconfirm title={t('dropSure', { name })} onConfirm={() => remove(id)}>
                <Button type="link" size="small" aria-label={`${t('dropTemplate')} ${name}`}>
                  {t('dropTemplate')}
                </Button>
              </Popconfirm>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
