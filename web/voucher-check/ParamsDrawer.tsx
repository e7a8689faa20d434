import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Input, Segmented, Switch } from 'antd'
import { useState } from 'react'
import { type CheckSetting, voucherCheck } from '#contract/voucher-check.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { say as notify } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { texts } from './texts.ts'

type Scope = 'project' | 'firm'

/** The parameters of the checks: the standard's, the firm's, and over both the project's. */
export function ParamsDrawer({ projectId, open, onClose }: { projectId: string; open: boolean; onClose: () => void }) {
  const t = useTexts(texts)
  const may = useMay()
  const [scope, setScope] = useState<Scope>('project')
  const settings = useQuery({ ...query(voucherCheck.settings, { projectId }), enabled: open })
  const mayChange = scope === 'firm' ? may('param.edit') : may('paper.generate')
  return (
    <Drawer title={t('params')} open={open} onClose={onClose} size={Math.min(640, window.innerWidth)} destroyOnHidden>
      {may('param.edit') && (
        <Segmented<Scope>
          aria-label={t('scope')}
          value={scope}
          onChange={setScope}
          options={[
            { value: 'project', label: t('forProject') },
            { value: 'firm', label: t('forFirm') },
          ]}
        />
      )}
      <StateView of={settings} shape={<Bones lines={14} />}>
        {(all) => (
          <ul className="check-params">
            {all.map((one) => (
              <OneCheck
                key={`${scope} ${one.id} ${one.firmTime} ${one.projectTime}`}
                of={one}
                scope={scope}
                projectId={projectId}
                mayChange={mayChange}
              />
            ))}
          </ul>
        )}
      </StateView>
    </Drawer>
  )
}

function OneCheck({
  of,
  scope,
  projectId,
  mayChange,
}: {
  of: CheckSetting
  scope: Scope
  projectId: string
  mayChange: boolean
}) {
  const t = useTexts(texts)
  const say = useSay()
  const stands = Object.fromEntries(
    of.params.map(({ key, standard, firm, project }) => [
      key,
      (scope === 'project' ? project : null) ?? firm ?? standard,
    ]),
  )
  const [enabled, setEnabled] = useState(of.enabled)
  const [values, setValues] = useState<Record<string, string>>(stands)
  const forFirm = useCommand(voucherCheck.saveFirmSetting)
  const forProject = useCommand(voucherCheck.saveProjectSetting)
  const changed = enabled !== of.enabled || Object.entries(values).some(([key, value]) => stands[key] !== value)
  const done = { onSuccess: () => notify(t('saved')) }
  const save = () => {
    const given = { checkId: of.id, enabled, params: values }
    if (scope === 'firm') forFirm.mutate(given, done)
    else forProject.mutate({ ...given, projectId }, done)
  }
  return (
    <li>
      <div className="check-param-head">
        <span>
          <span className="third number">{of.id}</span> {say(of.name)}
        </span>
        <Switch
          size="small"
          checked={enabled}
          disabled={!mayChange}
          aria-label={`${of.id} ${t('enabled')}`}
          onChange={setEnabled}
        />
      </div>
      <p className="third">{say(of.says)}</p>
      {of.params.map(({ key, label, standard }) => (
        <label key={key} className="check-param">
          <span>{say(label)}</span>
          <Input
            value={values[key] ?? ''}
            disabled={!mayChange}
            onChange={(event) => setValues({ ...values, [key]: event.target.value })}
          />
          <span className="third">{t('standard', { value: standard === '' ? t('unset') : standard })}</span>
        </label>
      ))}
      {of.firmUserName && <p className="third">{t('setBy', { who: of.firmUserName, time: of.firmTime })}</p>}
      {of.projectUserName && (
        <p className="third">{t('setByProject', { who: of.projectUserName, time: of.projectTime })}</p>
      )}
      {changed && mayChange && (
        <Button size="small" type="primary" loading={forFirm.isPending || forProject.isPending} onClick={save}>
          {t('save')}
        </Button>
      )}
    </li>
  )
}
