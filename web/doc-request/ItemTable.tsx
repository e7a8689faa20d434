import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { docRequest, type RequestDetailRow, type RequestItemRow } from '#contract/doc-request.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { ACTIONS } from '#web/kit/list-columns.ts'
import { usePrompt } from '#web/kit/Prompt.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { sizeText } from '#web/ledger/size-text.ts'
import { viewerPath } from '#web/viewer/viewer-path.ts'
import { ChooseProject } from './ChooseProject.tsx'
import { ItemForm } from './ItemForm.tsx'
import { itemTones } from './item-tone.ts'
import { texts } from './texts.ts'

type ItemTableProps = { of: RequestDetailRow; items: readonly RequestItemRow[] }

/** Items beside their state and what came; the next step of each stands in its row. */
export function ItemTable({ of, items }: ItemTableProps) {
  const t = useTexts(texts)
  const may = useMay()
  const prompt = usePrompt()
  const accept = useCommand(docRequest.accept)
  const giveBack = useCommand(docRequest.giveBack)
  const setNa = useCommand(docRequest.setNa)
  const remove = useCommand(docRequest.removeItem)
  const [editing, setEditing] = useState<RequestItemRow>()
  const edits = may('project.edit') && of.state === 'open'
  const returnIt = async ({ id, name }: RequestItemRow) => {
    const reason = await prompt({
      title: t('giveBackOf', { name }),
      label: t('reasonLabel'),
      check: (typed) => typed !== '' || t('reasonPlease'),
      ok: t('giveBack'),
    })
    if (reason !== undefined) giveBack.mutate({ itemId: id, reason })
  }
  const menuOf = (item: RequestItemRow) => [
    { key: 'edit', label: t('edit'), onClick: () => setEditing(item) },
    item.state === 'na'
      ? { key: 'applies', label: t('applies'), onClick: () => setNa.mutate({ itemId: item.id, na: false }) }
      : { key: 'na', label: t('na'), onClick: () => setNa.mutate({ itemId: item.id, na: true }) },
    ...(item.files.length === 0
      ? [{ key: 'remove', label: t('remove'), danger: true, onClick: () => remove.mutate({ ids: item.id }) }]
      : []),
  ]
  const columns: Column<RequestItemRow>[] = [
    {
      key: 'name',
      title: t('item'),
      render: ({ name, note, required }) => (
        <span className="request-name">
          <span>{name}</span>
          <span className="third">{[t(required ? 'required' : 'optional'), note].filter(Boolean).join(' · ')}</span>
        </span>
      ),
    },
    { key: 'papers', title: t('papers'), width: 110, render: ({ papers }) => <Papers of={of} ids={papers} /> },
    {
      key: 'dueDay',
      title: t('due'),
      width: 110,
      render: ({ dueDay, overdue }) => (
        <span {...(overdue && { className: 'request-late' })}>{dueDay ?? of.dueDay ?? '–'}</span>
      ),
    },
    {
      key: 'state',
      title: t('state'),
      width: 150,
      render: ({ state, reason }) => (
        <span className="request-name">
          <StatusTag tone={itemTones[state]}>{t(`state_${state}`)}</StatusTag>
          {state === 'returned' && <span className="third">{t('reason', { reason })}</span>}
        </span>
      ),
    },
    { key: 'files', title: t('files'), width: 300, render: (item) => <Files of={of} item={item} /> },
    ...(edits
      ? [
          {
            key: ACTIONS,
            title: '',
            width: 190,
            render: (item: RequestItemRow) => (
              <span className="row-actions">
                {item.state === 'received' && (
                  <Button type="link" size="small" onClick={() => accept.mutate({ itemId: item.id })}>
                    {t('accept')}
                  </Button>
                )}
                {(item.state === 'received' || item.state === 'accepted') && (
                  <Button type="link" size="small" danger onClick={() => void returnIt(item)}>
                    {t('giveBack')}
                  </Button>
                )}
                <Dropdown menu={{ items: menuOf(item) }} trigger={['click']}>
                  <Button type="link" size="small" aria-label={`${t('more')} ${item.name}`}>
                    {t('more')}
                  </Button>
                </Dropdown>
              </span>
            ),
          },
        ]
      : []),
  ]
  return (
    <>
      <DataTable<RequestItemRow>
        name={t('title')}
        rows={[...items]}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ says: '–' }}
      />
      {editing && <ItemForm of={of} item={editing} onClose={() => setEditing(undefined)} />}
    </>
  )
}

/** The papers that the item feeds, each a way to it. */
function Papers({ of, ids }: { of: RequestDetailRow; ids: readonly string[] }) {
  if (ids.length === 0) return '–'
  // of a client without a project there are none yet
  if (of.projectId === '') return ids.join(' ')
  return (
    <span className="request-papers">
      {ids.map((paperId) => (
        <Link key={paperId} to={hrefOf(of, '/wps/index', { paperId })}>
          {paperId}
        </Link>
      ))}
    </span>
  )
}

/** A page of the request's project. */
function hrefOf(
  { enterpriseId, projectId, projectName }: RequestDetailRow,
  path: string,
  view: Record<string, string> = {},
) {
  const shown = Object.entries(view).map(([name, value]): [string, string] => [`v.${name}`, value])
  const place = { enterpriseId, ...(projectId && { projectId, projectName }), ...Object.fromEntries(shown) }
  return `${path}?${new URLSearchParams(place).toString()}`
}

function Files({ of, item }: { of: RequestDetailRow; item: RequestItemRow }) {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const [choosing, setChoosing] = useState('')
  const hand = useCommand(docRequest.hand, { quiet: of.projectId === '' })
  if (item.files.length === 0) return '–'
  const give = (fileId: string, projectId = of.projectId) =>
    hand.mutateAsync({ fileId, projectId }).then((done) => say(t('handDone', done)))
  const gives = item.target === 'ledger' && item.state === 'accepted' && may('ledger.import')
  return (
    <ul className="request-files">
      {item.files.map(({ id, name, size, time, sender, fileId, inDisk, handedFileId, returned }) => (
        <li key={id}>
          {inDisk ? <Link to={viewerPath({ fileId, name })}>{name}</Link> : <s title={t('gone')}>{name}</s>}
          <span className="third number">
            {[returned && t('state_returned'), sizeText(size), time.slice(5, 16), sender].filter(Boolean).join(' · ')}
          </span>
          {handedFileId !== '' && of.projectId !== '' && (
            <Button type="link" size="small" onClick={() => void navigate(hrefOf(of, '/firmProject/financialInfo'))}>
              {t('toImport')}
            </Button>
          )}
          {gives && inDisk && !returned && handedFileId === '' && (
            <Button
              type="link"
              size="small"
              onClick={() => (of.projectId ? void give(id).catch(() => undefined) : setChoosing(id))}
            >
              {t('hand')}
            </Button>
          )}
          {choosing === id && (
            <ChooseProject
              of={of}
              says={t('hand')}
              onChosen={(projectId) => give(id, projectId)}
              onClose={() => setChoosing('')}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
