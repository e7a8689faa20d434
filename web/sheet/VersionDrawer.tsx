import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Space } from 'antd'
import { useState } from 'react'
import { diskFile } from '#contract/disk-file.ts'
import { sheetFile, type SheetChange, type SheetOpened, type SheetVersion } from '#contract/sheet-file.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { usePrompt } from '#web/kit/Prompt.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { texts } from './texts.ts'

type DrawerProps = {
  opened: SheetOpened
  editable: boolean
  open: boolean
  /** What was typed reaches the server first. */
  before: () => Promise<void>
  onClose: () => void
  onRestored: () => Promise<void>
}

/** The kept versions of a spreadsheet: keep one under a name, compare, go back. */
export function VersionDrawer({ opened, editable, open, before, onClose, onRestored }: DrawerProps) {
  const t = useTexts(texts)
  const { fileId } = opened
  const prompt = usePrompt()
  const confirm = useConfirmDanger()
  const versions = useQuery({ ...query(sheetFile.versions, { fileId }), enabled: open })
  const [compared, setCompared] = useState<SheetVersion>()
  // kept under a name, a spreadsheet of the cloud disk has a new version there
  const keep = useCommand(sheetFile.keep, { also: [diskFile.versions] })
  const restore = useCommand(sheetFile.restore)
  const named = (version: SheetVersion) => version.name || t(version.no === 1 ? 'original' : 'automatic')
  const keepNow = async () => {
    const check = (typed: string) => (typed.length > 0 && typed.length <= 100) || t('versionNameWrong')
    const name = await prompt({ title: t('keep'), label: t('versionName'), check })
    if (name === undefined) return
    await before()
    keep.mutate({ fileId, name })
  }
  const goBack = async (version: SheetVersion) => {
    if (!(await confirm({ says: t('restoreAsk', { name: named(version) }), ok: t('restore') }))) return
    await before()
    await restore.mutateAsync({ fileId, no: version.no })
    say(t('restored'))
    await onRestored()
  }
  const compare = async (version: SheetVersion) => {
    await before()
    setCompared(version)
  }
  return (
    <Drawer
      open={open}
      title={t('versions')}
      size={560}
      onClose={onClose}
      extra={
        editable && (
          <Button type="primary" loading={keep.isPending} onClick={() => void keepNow()}>
            {t('keep')}
          </Button>
        )
      }
    >
      <StateView of={versions}>
        {(list) => (
          <ul className="sheet-versions">
            {list.map((version) => (
              <li key={version.no}>
                <strong>{named(version)}</strong>
                <span className="second">
                  {t('versionOf', {
                    name: version.createUserName,
                    time: version.createTime,
                    cells: version.cells,
                  })}
                </span>
                <Space size={4}>
                  <Button type="link" size="small" onClick={() => void compare(version)}>
                    {t('compareNow')}
                  </Button>
                  {editable && (
                    <Button type="link" size="small" onClick={() => void goBack(version)}>
                      {t('restore')}
                    </Button>
                  )}
                </Space>
                {compared?.no === version.no && <Differences fileId={fileId} no={version.no} />}
              </li>
            ))}
          </ul>
        )}
      </StateView>
    </Drawer>
  )
}

function Differences({ fileId, no }: { fileId: string; no: number }) {
  const t = useTexts(texts)
  const found = useQuery({ ...query(sheetFile.compare, { fileId, before: no, after: 0 }), staleTime: 0 })
  const columns: Column<SheetChange>[] = [
    { key: 'cell', title: t('place'), width: 150, render: ({ sheet, cell }) => `${sheet}!${cell}`, cut: true },
    { key: 'before', title: t('before'), render: (row) => row.before || t('blank'), cut: true },
    { key: 'after', title: t('after'), render: (row) => row.after || t('blank'), cut: true },
  ]
  return (
    <StateView of={found} empty={{ when: ({ total }) => total === 0, says: t('noDifferences') }}>
      {({ changes, total }) => (
        <>
          <p>
            {t('differences', { total })}
            {changes.length < total && ` · ${t('firstShown', { shown: changes.length })}`}
          </p>
          <DataTable<SheetChange>
            name={t('compareNow')}
            rows={changes}
            columns={columns}
            rowKey={({ sheet, cell }) => `${sheet}!${cell}`}
            dense
          />
        </>
      )}
    </StateView>
  )
}
