import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { storageCare, store, type Store } from '#contract/storage-care.ts'
import { storage, StorageTest } from '#contract/storage.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { isRunning, useJob } from '#web/kernel/jobs.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { sizeText } from '../ledger/size-text.ts'
import { StoreForm } from './StoreForm.tsx'
import { texts } from './texts.ts'
import './storage.css'

/** The stores there are, which one takes new files, and what data sources have chosen. */
export function StoreList() {
  const t = useTexts(texts)
  const found = useQuery(query(store.list, {}))
  const [form, setForm] = useState<{ of?: Store } | undefined>()
  const nameOf = (one: Store) => (one.id === 'home' ? t('home') : one.name)
  return (
    <StateView of={found}>
      {({ stores, datasources, folders }) => (
        <>
          <Stores stores={stores} nameOf={nameOf} onEdit={setForm} />
          {datasources.length > 0 && stores.length > 1 && (
            <Datasources rows={datasources} stores={stores.map((one) => ({ value: one.id, label: nameOf(one) }))} />
          )}
          {form && <StoreForm {...form} folders={folders} onClose={() => setForm(undefined)} />}
        </>
      )}
    </StateView>
  )
}

/** Says how it went; a refusal has been said by then. */
const quietly = (work: Promise<unknown>, says: string) =>
  void work.then(
    () => say(says),
    () => undefined,
  )

type StoresProps = { stores: Store[]; nameOf: (one: Store) => string; onEdit: (form: { of?: Store }) => void }

function Stores({ stores, nameOf, onEdit }: StoresProps) {
  const t = useTexts(texts)
  const choose = useCommand(store.choose, { also: [storageCare.state] })
  const remove = useCommand(store.remove)
  const confirm = useConfirmDanger()
  const { tried, busy, begin } = useTest()
  const drop = async (one: Store) => {
    if (await confirm({ says: t('removeSure', { name: one.name }), ok: t('remove') }))
      quietly(remove.mutateAsync({ ids: one.id }), t('removed'))
  }
  const triedStore = stores.find((one) => one.id === tried?.id)
  const tested = tried && triedStore && { ...tried, name: nameOf(triedStore) }
  return (
    <>
      <DataTable
        name={t('places')}
        rows={stores}
        rowKey={(row) => row.id}
        columns={[
          {
            key: 'name',
            title: t('name'),
            width: 240,
            render: (row) => (
              <span className="store-name">
                {nameOf(row)}
                {row.isDefault && <StatusTag tone="active">{t('newHere')}</StatusTag>}
              </span>
            ),
          },
          { key: 'kind', title: t('kind'), width: 130, render: (row) => t(row.kind) },
          {
            key: 'place',
            title: t('place'),
            cut: true,
            render: (row) =>
              row.kind === 'disk' ? row.folder : [row.endpoint, row.bucket].filter(Boolean).join(' / '),
          },
          { key: 'files', title: t('files'), width: 90, align: 'right' },
          { key: 'bytes', title: t('size'), width: 100, align: 'right', render: (row) => sizeText(row.bytes) },
          {
            key: 'actions',
            title: t('actions'),
            width: 320,
            render: (row) => (
              <>
                {!row.isDefault && (
                  <Button
                    type="link"
                    size="small"
                    onClick={() => quietly(choose.mutateAsync({ storeId: row.id }), t('chosen'))}
                  >
                    {t('choose')}
                  </Button>
                )}
                <Button type="link" size="small" disabled={busy} onClick={() => begin(row.id)}>
                  {t('test')}
                </Button>
                {row.id !== 'home' && (
                  <>
                    <Button type="link" size="small" onClick={() => onEdit({ of: row })}>
                      {t('edit')}
                    </Button>
                    <Button type="link" size="small" danger onClick={() => void drop(row)}>
                      {t('remove')}
                    </Button>
                  </>
                )}
              </>
            ),
          },
        ]}
      />
      <div className="store-add">
        <Button onClick={() => onEdit({})}>{t('newStore')}</Button>
        {tested && (
          <StatusTag tone={tested.ok ? 'good' : 'bad'}>
            {t(tested.ok ? 'testOk' : 'testFailed', { name: tested.name, took: tested.took, error: tested.error })}
          </StatusTag>
        )}
      </div>
    </>
  )
}

/** A probe of one store, and how it went. */
function useTest() {
  const test = useCommand(storage.test)
  const [asked, setAsked] = useState<{ id: string; jobId: string } | undefined>()
  const job = useJob(asked?.jobId)
  const busy = test.isPending || isRunning(job)
  const result = StorageTest.safeParse(job?.result)
  const begin = (id: string) => {
    setAsked(undefined)
    void test.mutateAsync(id === 'home' ? {} : { storeId: id }).then(
      ({ jobId }) => setAsked({ id, jobId }),
      () => undefined,
    )
  }
  const ended = asked && job && !isRunning(job)
  const outcome = result.success ? result.data : { ok: false, took: 0, error: job?.error ?? '' }
  return { busy, begin, tried: ended ? { id: asked.id, ...outcome } : undefined }
}

type DatasourcesProps = {
  rows: { id: string; name: string; storeId: string }[]
  stores: { value: string; label: string }[]
}

/** Tenants of a data source may have their files elsewhere than the rest. */
function Datasources({ rows, stores }: DatasourcesProps) {
  const t = useTexts(texts)
  const choose = useCommand(store.choose, { also: [storageCare.state] })
  const options = [{ value: '', label: t('asPlatform') }, ...stores]
  return (
    <>
      <h3 className="store-subtitle">{t('datasources')}</h3>
      <DataTable
        name={t('datasources')}
        rows={rows}
        rowKey={(row) => row.id}
        dense
        columns={[
          { key: 'name', title: t('datasource'), cut: true },
          {
            key: 'storeId',
            title: t('theirStore'),
            width: 260,
            render: (row) => (
              <Select
                size="small"
                className="store-choice"
                aria-label={`${t('theirStore')} ${row.name}`}
                value={row.storeId}
                options={options}
                onChange={(storeId) => choose.mutate({ storeId, datasourceId: row.id })}
              />
            ),
          },
        ]}
      />
    </>
  )
}
