import { useQuery } from '@tanstack/react-query'
import { Button, Input, Progress, Space } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { disk } from '#contract/disk.ts'
import type { DiskSpace } from '#contract/disk-shapes.ts'
import { rolesOf } from '#contract/grants.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay, useSession } from '#web/kernel/session.ts'
import { useTab, useView } from '#web/kernel/tab.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { sizeText } from '../ledger/size-text.ts'
import { folderAddress } from './disk-place.ts'
import { Explorer } from './Explorer.tsx'
import { LeftSpaces } from './LeftSpaces.tsx'
import { NodeIcon } from './NodeIcon.tsx'
import { UsageDrawer } from './QuotaBar.tsx'
import { OpenSpaceForm, SpaceForm } from './SpaceForm.tsx'
import { useNamed } from './space-name.ts'
import { usageTexts as texts } from './usage-texts.ts'
import './disk.css'

/** The page of a space's files, and whom the specification gives it to; others see the files on this page. */
const FILES = '/firm/disk/file'
const staff = ['administrator', 'admin', 'zxs'] as const

/** /firm/knowledge/llmKnowledgeSwsDisk: the spaces one sees, how full they are; a space opens as its files. */
export function SpacesPage() {
  const named = useNamed()
  const { query: address } = useTab()
  const spaces = useQuery(query(disk.spaces, {}))
  const folder = address.get('v.folder') ?? ''
  if (folder !== '')
    return (
      <div className="disk-page">
        <StateView of={spaces}>{(rows) => <Explorer spaces={rows.map(named)} home={folder} />}</StateView>
      </div>
    )
  return <Spaces />
}

function Spaces() {
  const t = useTexts(texts)
  const named = useNamed()
  const may = useMay()
  const navigate = useNavigate()
  const { pathname } = useTab()
  const { roleName } = useSession()
  const spaces = useQuery(query(disk.spaces, {}))
  const [wanted, setWanted] = useView('name')
  const [form, setForm] = useState<DiskSpace>()
  const [opening, setOpening] = useState(false)
  const [usage, setUsage] = useState<{ spaceId?: string; name: string }>()
  const page = rolesOf(roleName).some((role) => staff.some((one) => one === role)) ? FILES : pathname
  const open = ({ rootId }: DiskSpace) => void navigate(folderAddress(page, rootId))
  const typed = wanted.trim().toLowerCase()
  const rows = spaces.data?.map(named).filter(({ name }) => name.toLowerCase().includes(typed))
  return (
    <Page
      title={t('title')}
      action={
        <>
          {may('disk.manage') && <Button onClick={() => setUsage({ name: t('title') })}>{t('firmUsage')}</Button>}
          {may('user.edit') && <LeftSpaces />}
          {may('project.view') && (
            <Button type="primary" onClick={() => setOpening(true)}>
              {t('openSpace')}
            </Button>
          )}
        </>
      }
    >
      <div className="list">
        <Input.Search
          allowClear
          defaultValue={wanted}
          placeholder={t('filter')}
          aria-label={t('filter')}
          style={{ maxWidth: 280 }}
          onSearch={setWanted}
        />
        <DataTable<DiskSpace>
          name={t('spaces')}
          rows={rows}
          rowKey={({ id }) => id}
          fault={spaces.error}
          retry={spaces.refetch}
          empty={{ says: t('noSpaces') }}
          onOpen={open}
          columns={[
            {
              key: 'name',
              title: t('space'),
              render: (row) => (
                <span className="disk-space-name">
                  <NodeIcon space={row.type} /> {row.name}
                </span>
              ),
            },
            { key: 'type', title: t('type'), width: 90, render: ({ type }) => t(`type_${type}`) },
            { key: 'usedBytes', title: t('usage'), width: 240, render: (row) => <Used space={row} /> },
            { key: 'versionKeep', title: t('versionKeep'), width: 132, align: 'right' },
            {
              key: 'actions',
              title: t('actions'),
              width: 160,
              render: (row) => (
                <span className="row-actions">
                  <Button
                    type="link"
                    size="small"
                    aria-label={`${t('open')} ${row.name}`}
                    onClick={(event) => {
                      event.stopPropagation()
                      open(row)
                    }}
                  >
                    {t('open')}
                  </Button>
                  {may('disk.manage') && (
                    <Button
                      type="link"
                      size="small"
                      aria-label={`${t('settings')} ${row.name}`}
                      onClick={(event) => {
                        event.stopPropagation()
                        setForm(row)
                      }}
                    >
                      {t('settings')}
                    </Button>
                  )}
                </span>
              ),
            },
          ]}
        />
      </div>
      {form && <SpaceForm key={form.id} of={form} onClose={() => setForm(undefined)} />}
      {opening && <OpenSpaceForm onClose={() => setOpening(false)} onOpened={open} />}
      {usage && <UsageDrawer {...usage} onClose={() => setUsage(undefined)} />}
    </Page>
  )
}

function Used({ space }: { space: DiskSpace }) {
  const t = useTexts(texts)
  const { quotaBytes, usedBytes } = space
  if (quotaBytes === null)
    return (
      <Space size={8}>
        <span className="number">{sizeText(usedBytes)}</span>
        <span className="third">{t('ofPackage')}</span>
      </Space>
    )
  const words = t('usedOf', { used: sizeText(usedBytes), quota: sizeText(quotaBytes) })
  return (
    <div className="disk-space-used">
      <Progress
        aria-label={words}
        percent={quotaBytes === 0 ? 100 : Math.min(100, Math.round((usedBytes / quotaBytes) * 100))}
        size="small"
        showInfo={false}
      />
      <span className="third number">{words}</span>
    </div>
  )
}
