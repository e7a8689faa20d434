import { DeleteOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Radio, Select } from 'antd'
import { useState } from 'react'
import { roleLabels, roles } from '#contract/grants.ts'
import { knowledge, type KnowledgeBase, type ShownAccess } from '#contract/knowledge.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useFocusBack } from '#web/kit/focus-back.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { texts } from './texts.ts'

type AccessProps = { of: KnowledgeBase; onClose: () => void }

/** Who may what in a base, beside what its scope gives. */
export function AccessForm({ of, onClose }: AccessProps) {
  useFocusBack(true)
  const t = useTexts(texts)
  const access = useQuery(query(knowledge.access, { baseId: of.id }))
  return (
    <Drawer open title={t('accessOf', { name: of.name })} onClose={onClose} size={520} destroyOnHidden>
      <p className="second kb-hint">{t('accessHint')}</p>
      <StateView of={access}>
        {({ rows, people }) => <Rows baseId={of.id} given={rows} people={people} onClose={onClose} />}
      </StateView>
    </Drawer>
  )
}

type Person = { id: string; name: string }
type RowsProps = { baseId: string; given: ShownAccess[]; people: Person[]; onClose: () => void }

function Rows({ baseId, given, people, onClose }: RowsProps) {
  const t = useTexts(texts)
  const speak = useSay()
  const save = useCommand(knowledge.saveAccess)
  const [rows, setRows] = useState(given)
  const called = ({ principalKind, principal, name }: ShownAccess) => {
    const role = roles.find((alias) => alias === principal)
    return principalKind === 'role' ? (role ? speak(roleLabels[role]) : principal) : name
  }
  const add = (row: ShownAccess) =>
    setRows((before) => (before.some(({ principal }) => principal === row.principal) ? before : [...before, row]))
  const submit = () =>
    save.mutate(
      { baseId, rows: rows.map(({ principalKind, principal, level }) => ({ principalKind, principal, level })) },
      {
        onSuccess: () => {
          say(t('saved'))
          onClose()
        },
      },
    )
  return (
    <div className="kb-access">
      {rows.length === 0 && <p className="third">{t('noAccess')}</p>}
      <ul>
        {rows.map((row) => (
          <li key={`${row.principalKind} ${row.principal}`}>
            <span>
              <span className="third">{t(row.principalKind === 'role' ? 'role' : 'user')}</span> {called(row)}
            </span>
            <Radio.Group
              size="small"
              optionType="button"
              aria-label={called(row)}
              value={row.level}
              onChange={({ target }) =>
                setRows((before) => before.map((one) => (one === row ? { ...one, level: Number(target.value) } : one)))
              }
              options={([0, 1, 2, 3] as const).map((value) => ({ value, label: t(`level_${value}`) }))}
            />
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={`${t('remove')} ${called(row)}`}
              onClick={() => setRows((before) => before.filter((one) => one !== row))}
            />
          </li>
        ))}
      </ul>
      <div className="kb-access-add">
        <Select<string>
          aria-label={t('addRole')}
          placeholder={t('addRole')}
          value={null}
          onChange={(principal) => add({ principalKind: 'role', principal, level: 1, name: '' })}
          options={roles.map((value) => ({ value, label: speak(roleLabels[value]) }))}
        />
        <Select<string>
          aria-label={t('addUser')}
          placeholder={t('addUser')}
          value={null}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(principal) =>
            add({
              principalKind: 'user',
              principal,
              level: 1,
              name: people.find(({ id }) => id === principal)?.name ?? '',
            })
          }
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      <Button type="primary" loading={save.isPending} onClick={submit}>
        {t('save')}
      </Button>
    </div>
  )
}
