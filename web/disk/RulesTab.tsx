import { DeleteOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Select, Switch } from 'antd'
import { useState } from 'react'
import { disk } from '#contract/disk.ts'
import { diskLevel, diskLevels, type DiskNode } from '#contract/disk-shapes.ts'
import { roleLabels, roles } from '#contract/grants.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { paneTexts as texts } from './pane-texts.ts'

type Rule = { subject: 'user' | 'role' | 'dept'; subjectId: string; level: number; name: string; gone: boolean }
const keyOf = ({ subject, subjectId }: Pick<Rule, 'subject' | 'subjectId'>) => `${subject} ${subjectId}`

/** What a rule's subject is called: a role of the product in the reader's language. */
function useCalled() {
  const speak = useSay()
  return ({ subject, subjectId, name }: Pick<Rule, 'subject' | 'subjectId' | 'name'>) => {
    const role = subject === 'role' ? roles.find((alias) => alias === subjectId) : undefined
    return role ? speak(roleLabels[role]) : name
  }
}

/** Who may do what here: what is set here, and what comes from the folders above. */
export function RulesTab({ node }: { node: DiskNode }) {
  const rules = useQuery(query(disk.rules, { id: node.id }))
  return (
    <StateView of={rules}>
      {({ inherits, own, inherited }) => (
        // what came from the server anew begins anew
        <Rules key={JSON.stringify([inherits, own])} node={node} inherits={inherits} own={own} inherited={inherited} />
      )}
    </StateView>
  )
}

type RulesProps = {
  node: DiskNode
  inherits: boolean
  own: readonly Rule[]
  inherited: readonly (Rule & { fromId: string; fromName: string })[]
}

function Rules({ node, inherits: wasInheriting, own, inherited }: RulesProps) {
  const t = useTexts(texts)
  const called = useCalled()
  const save = useCommand(disk.saveRules)
  const [inherits, setInherits] = useState(wasInheriting)
  const [rows, setRows] = useState<readonly Rule[]>(own)
  const manages = node.level >= diskLevel.manage
  const changed = inherits !== wasInheriting || JSON.stringify(rows) !== JSON.stringify(own)
  const levels = diskLevels.map((_, value) => ({ value, label: t(`level_${value}` as 'level_0') }))
  const submit = () =>
    save.mutate(
      { id: node.id, inherits, rules: rows.map(({ subject, subjectId, level }) => ({ subject, subjectId, level })) },
      { onSuccess: () => say(t('rulesSaved')) },
    )
  return (
    <div className="disk-rules">
      <p className="third">{t(manages ? 'rulesHint' : 'rulesMay')}</p>
      <h3>{t('ownRules')}</h3>
      {rows.length === 0 && <p className="third">{t('noOwnRules')}</p>}
      <ul>
        {rows.map((row) => (
          <li key={keyOf(row)}>
            <RuleName rule={row} />
            {manages ? (
              <Select
                size="small"
                aria-label={t('levelOf', { name: called(row) })}
                value={row.level}
                options={levels}
                style={{ width: 96 }}
                onChange={(level) => setRows(rows.map((one) => (one === row ? { ...one, level } : one)))}
              />
            ) : (
              <span>{t(`level_${row.level}` as 'level_0')}</span>
            )}
            {manages && (
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={t('removeRule', { name: called(row) })}
                onClick={() => setRows(rows.filter((one) => one !== row))}
              />
            )}
          </li>
        ))}
      </ul>
      {manages && (
        <SubjectSelect
          taken={rows.map(keyOf)}
          onAdd={(subject) => setRows([...rows, { ...subject, level: diskLevel.view, gone: false }])}
        />
      )}
      <h3>{t('inheritedRules')}</h3>
      <label className="disk-inherits">
        <Switch size="small" checked={inherits} disabled={!manages} onChange={setInherits} aria-label={t('inherits')} />
        <span>{t('inherits')}</span>
      </label>
      {!inherits && <p className="third">{t('notInherited')}</p>}
      {inherits && inherited.length === 0 && <p className="third">{t('noInherited')}</p>}
      {inherits && (
        <ul>
          {inherited.map((row) => (
            <li key={`${row.fromId} ${keyOf(row)}`}>
              <RuleName rule={row} />
              <span>{t(`level_${row.level}` as 'level_0')}</span>
              <span className="third">{t('fromFolder', { name: row.fromName || t('spaceTop') })}</span>
            </li>
          ))}
        </ul>
      )}
      {manages && changed && (
        <div className="dialog-buttons">
          <Button
            size="small"
            onClick={() => {
              setRows(own)
              setInherits(wasInheriting)
            }}
          >
            {t('undo')}
          </Button>
          <Button size="small" type="primary" loading={save.isPending} onClick={submit}>
            {t('saveRules')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Whom a rule is for, and that he is here no longer. */
function RuleName({ rule }: { rule: Rule }) {
  const t = useTexts(texts)
  const called = useCalled()
  return (
    <span className="disk-rule-name">
      <span className="third">{t(`subject_${rule.subject}`)}</span> {called(rule)}
      {rule.gone && <span className="disk-tag">{t(rule.subject === 'user' ? 'ruleLeft' : 'ruleRemoved')}</span>}
    </span>
  )
}

type SubjectProps = { taken: readonly string[]; onAdd: (subject: Omit<Rule, 'level' | 'gone'>) => void }

/** A person, role or department, found by its name. */
function SubjectSelect({ taken, onAdd }: SubjectProps) {
  const t = useTexts(texts)
  const called = useCalled()
  const [words, type] = useState('')
  const found = useQuery(query(disk.subjects, { words }))
  const subjects = (found.data ?? []).filter((one) => !taken.includes(keyOf(one)))
  return (
    <Select<string>
      size="small"
      aria-label={t('addSubject')}
      placeholder={t('addSubject')}
      value={null}
      showSearch={{ filterOption: false, onSearch: type }}
      loading={found.isFetching}
      onChange={(key) => {
        const chosen = subjects.find((one) => keyOf(one) === key)
        if (chosen) onAdd(chosen)
      }}
      options={subjects.map((one) => ({ value: keyOf(one), label: `${t(`subject_${one.subject}`)} · ${called(one)}` }))}
      style={{ width: '100%' }}
    />
  )
}
