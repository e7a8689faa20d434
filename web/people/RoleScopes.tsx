import { useQuery } from '@tanstack/react-query'
import { Select, Switch, TreeSelect } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { type Role, role, type RoleScope } from '#contract/role.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { CallError } from '#web/kernel/transport.ts'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { useDeptNodes } from './dept-nodes.ts'
import { Difference } from './Difference.tsx'
import { areaOf, grantWords } from './grant-words.ts'
import { texts } from './role-texts.ts'

type Shows = 'data' | 'calls'
type Chosen = Pick<RoleScope, 'extent' | 'deptIds'>
type Draft = Partial<Record<RoleScope['grant'], Chosen>>

/** What a role may: how far each right reaches (data), or which calls it opens (calls). */
export function RoleScopes({ of, shows }: { of: Role; shows: Shows }) {
  const found = useQuery(query(role.scopes, { id: of.id }))
  return (
    <StateView of={found} shape={<Bones lines={10} />}>
      {(known) => <Scopes key={known.version} of={of} known={known} shows={shows} />}
    </StateView>
  )
}

const same = (one: Chosen, other: Chosen) =>
  one.extent === other.extent && (one.extent !== 'depts' || one.deptIds.join(',') === other.deptIds.join(','))

type ScopesProps = { of: Role; known: z.output<typeof role.scopes.output>; shows: Shows }

function Scopes({ of, known, shows }: ScopesProps) {
  const t = useTexts(texts)
  const speak = useSay()
  const may = useMay()
  const depts = useDeptNodes()
  const [draft, setDraft] = useState<Draft>({})
  const [refusal, setRefusal] = useState('')
  const command = useCommand(role.setScopes, { quiet: true })
  const nowOf = (scope: RoleScope): Chosen => draft[scope.grant] ?? scope
  const changed = known.scopes.filter((scope) => !same(scope, nowOf(scope)))
  const nameOf = (scope: RoleScope) => {
    const { area, act } = grantWords(scope.grant)
    return `${speak(area)} · ${speak(act)}`
  }
  const set = (scope: RoleScope, chosen: Chosen) => {
    setRefusal('')
    setDraft({ ...draft, [scope.grant]: chosen })
  }
  const save = () => {
    const scopes = changed.map((scope) => ({ grant: scope.grant, ...nowOf(scope) }))
    command.mutate(
      {
        id: of.id,
        version: known.version,
        scopes: scopes.map(({ grant, extent, deptIds }) => ({ grant, extent, deptIds })),
      },
      {
        onSuccess: () => say(t('saved')),
        onError: (fault) => setRefusal(fault instanceof CallError ? fault.message : String(fault)),
      },
    )
  }
  const shown = shows === 'data' ? known.scopes.filter(({ choices }) => choices.length > 2) : known.scopes
  const listed = shown.length ? shown : known.scopes.filter(({ most }) => most === 'self')
  const areas = Map.groupBy(listed, ({ grant }) => areaOf(grant))
  return (
    <>
      <p className="second people-hint">{t(shows === 'data' ? 'dataHint' : 'callsHint')}</p>
      {[...areas].map(([area, scopes]) => (
        <section key={area}>
          <h3 className="role-area">{scopes[0] && speak(grantWords(scopes[0].grant).area)}</h3>
          <ul className="role-grants">
            {scopes.map((scope) => (
              <li key={scope.grant} className="role-grant" data-changed={!same(scope, nowOf(scope)) || undefined}>
                <span>{speak(grantWords(scope.grant).act)}</span>
                {shows === 'data' ? (
                  <Reach name={nameOf(scope)} scope={scope} now={nowOf(scope)} fixed={!may('role.edit')} onSet={set} />
                ) : (
                  <OnOff name={nameOf(scope)} scope={scope} now={nowOf(scope)} fixed={!may('role.edit')} onSet={set} />
                )}
                {shows === 'data' && nowOf(scope).extent === 'depts' && (
                  <TreeSelect
                    className="role-wide"
                    aria-label={t('departments')}
                    treeData={depts.nodes}
                    multiple
                    treeDefaultExpandAll
                    disabled={!may('role.edit')}
                    placeholder={t('departmentsPlease')}
                    value={nowOf(scope).deptIds}
                    onChange={(deptIds: string[]) => set(scope, { extent: 'depts', deptIds })}
                  />
                )}
                {shows === 'calls' && scope.endpoints.length > 0 && (
                  <details className="role-wide">
                    <summary className="second">{t('callCount', { count: scope.endpoints.length })}</summary>
                    <ul className="role-calls">
                      {scope.endpoints.map(({ method, path }) => (
                        <li key={`${method} ${path}`}>
                          <code>{method}</code> {path}
                        </li>
                      ))}
                    </ul>
                  </details>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Difference
        lines={changed.map((scope) => `${nameOf(scope)}：${t(scope.extent)} → ${t(nowOf(scope).extent)}`)}
        busy={command.isPending}
        refusal={refusal}
        onSave={save}
        onDiscard={() => {
          setRefusal('')
          setDraft({})
        }}
      />
    </>
  )
}

type OneProps = {
  name: string
  scope: RoleScope
  now: Chosen
  fixed: boolean
  onSet: (scope: RoleScope, chosen: Chosen) => void
}

function Reach({ name, scope, now, fixed, onSet }: OneProps) {
  const t = useTexts(texts)
  if (scope.choices.length < 2) return <Settled scope={scope} />
  return (
    <Select
      aria-label={name}
      disabled={fixed}
      style={{ width: 180 }}
      value={now.extent}
      options={scope.choices.map((value) => ({ value, label: t(value) }))}
      onChange={(extent) => onSet(scope, { extent, deptIds: extent === 'depts' ? now.deptIds : [] })}
    />
  )
}

function OnOff({ name, scope, now, fixed, onSet }: OneProps) {
  const t = useTexts(texts)
  if (scope.choices.length < 2) return <Settled scope={scope} />
  // switched on again it goes as far as it went, or as far as it can; rows of people begin with one's own
  const on: Chosen =
    scope.extent === 'none'
      ? { extent: scope.choices.includes('self') ? 'self' : 'all', deptIds: [] }
      : { extent: scope.extent, deptIds: scope.deptIds }
  return (
    <span className="role-switch">
      {now.extent !== 'none' && now.extent !== 'all' && <span className="second">{t(now.extent)}</span>}
      <Switch
        aria-label={name}
        disabled={fixed}
        checked={now.extent !== 'none'}
        checkedChildren={t('on')}
        unCheckedChildren={t('off')}
        onChange={(checked) => onSet(scope, checked ? on : { extent: 'none', deptIds: [] })}
      />
    </span>
  )
}

/** What cannot be changed, and why. */
function Settled({ scope }: { scope: RoleScope }) {
  const t = useTexts(texts)
  return <span className="third">{t(scope.most === 'none' ? 'notInTable' : 'fixed')}</span>
}
