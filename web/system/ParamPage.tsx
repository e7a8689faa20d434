import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { type Param, param, paramTypes } from '#contract/param.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useLanguage, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay, useSession } from '#web/kernel/session.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { Facts, RecordDrawer } from '#web/kit/RecordDrawer.tsx'
import { historyTab } from '#web/kit/RecordHistory.tsx'
import { ParamForm } from './ParamForm.tsx'
import { useParamWords } from './param-words.ts'
import { RowActions } from './RowActions.tsx'
import { texts } from './texts.ts'
import { useRemoval } from './use-removal.ts'
import './system.css'

const PLATFORM = '000000'

/** /system/param: the parameters; at the platform all of them, in a tenant those it may set. */
export function ParamPage() {
  const t = useTexts(texts)
  const english = useLanguage((state) => state.language) === 'en'
  const atPlatform = useSession((state) => state.tenantId) === PLATFORM
  const may = useMay()
  const { valueOf } = useParamWords()
  const view = useListView()
  const rows = useQuery(pageQuery(param.list, view.input))
  const remove = useRemoval(param.remove)
  const submit = useCommand(param.submit)
  const [form, setForm] = useState<{ of?: Param }>()
  const [openId, setOpenId] = useState('')
  const open = rows.data?.records.find(({ id }) => id === openId)
  const edits = may('param.edit')
  const mine = atPlatform ? 'platform' : 'tenant'
  const nameOf = (row: Param) => (english && row.nameEn ? row.nameEn : row.paramName)
  const remarkOf = (row: Param) => (english && row.remarkEn ? row.remarkEn : row.remark)

  const restore = (row: Param) =>
    submit.mutateAsync({ id: row.id, paramValue: null, version: row.version }).then(
      () => say(t('restored')),
      () => undefined,
    )

  const columns: Column<Param>[] = [
    {
      key: 'paramName',
      title: t('paramName'),
      width: 230,
      render: (row) => (
        <span className="two-lines">
          <span>{nameOf(row)}</span>
          <span className="third">{row.paramKey}</span>
        </span>
      ),
    },
    { key: 'paramValue', title: t('paramValue'), width: 160, cut: true, render: valueOf },
    { key: 'valueFrom', title: t('paramValueOf'), width: 110, render: (row) => t(`of_${row.valueFrom}`) },
    { key: 'paramType', title: t('paramType'), width: 96, render: (row) => t(`type_${row.paramType}`) },
    { key: 'remark', title: t('remark'), render: (row) => <span className="second">{remarkOf(row)}</span> },
    {
      key: 'actions',
      title: t('actions'),
      width: 180,
      fixed: 'end',
      render: (row) => (
        <RowActions
          actions={[
            { key: 'set', label: t('set'), run: () => setForm({ of: row }) },
            ...(row.valueFrom === mine && (row.builtIn || !atPlatform)
              ? [{ key: 'restore', label: t('restore'), run: () => restore(row) }]
              : []),
            ...(atPlatform && !row.builtIn
              ? [{ key: 'remove', label: t('remove'), run: () => remove(row, nameOf(row)), danger: true }]
              : []),
          ]}
        />
      ),
    },
  ]
  const add = edits && atPlatform && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
      {t('newParam')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('params')}
        pageKey="param"
        action={add}
        view={view}
        rows={rows}
        columns={edits ? columns : columns.filter(({ key }) => key !== 'actions')}
        rowKey={(row) => row.id}
        search={[
          { filter: 'paramName', label: t('paramName') },
          { filter: 'paramKey', label: t('paramKey') },
          {
            filter: 'paramType_equal',
            label: t('paramType'),
            options: paramTypes.map((value) => ({ value, label: t(`type_${value}`) })),
            width: 130,
          },
        ]}
        empty={{ says: t('noParams') }}
        {...(open && { selected: open.id })}
        onOpen={(row) => setOpenId(row.id)}
      />
      <RecordDrawer
        title={open ? nameOf(open) : ''}
        open={open !== undefined}
        onClose={() => setOpenId('')}
        tabs={
          open
            ? [
                { key: 'info', label: t('info'), content: <ParamFacts of={open} /> },
                ...(may('audit.view')
                  ? [historyTab({ bizType: 'param', bizId: open.id, words: historyWords(t) })]
                  : []),
              ]
            : []
        }
      />
      <ParamForm form={form} onClose={() => setForm(undefined)} />
    </>
  )
}

const historyWords = (t: (key: keyof typeof texts) => string) => ({
  paramValue: t('paramValue'),
  valueFrom: t('paramValueOf'),
  paramName: t('paramName'),
  remark: t('remark'),
  isPublic: t('paramPublic'),
  tenantOverride: t('paramOverride'),
  choices: t('paramChoices'),
  'param.add': t('newParam'),
  'param.update': t('set'),
  'param.remove': t('remove'),
})

function ParamFacts({ of }: { of: Param }) {
  const t = useTexts(texts)
  const { valueOf, word } = useParamWords()
  const fallback = of.paramType === 'secret' ? '' : word(of, of.defaultValue)
  return (
    <Facts
      of={{
        [t('paramKey')]: of.paramKey,
        [t('paramType')]: t(`type_${of.paramType}`),
        [t('paramValue')]: valueOf(of),
        [t('paramValueOf')]: t(`of_${of.valueFrom}`),
        ...(fallback && { [t('of_default')]: fallback }),
        [t('paramPublic')]: t(of.isPublic ? 'yes' : 'no'),
        [t('paramOverride')]: t(of.tenantOverride ? 'yes' : 'no'),
        [t('updateTime')]: of.updateTime,
      }}
    />
  )
}
