import { Button, Form, Radio } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { TrashEntry } from '#contract/trash.ts'
import { useTexts } from '#web/kernel/language.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'
import type { RestoreWish } from './use-restore.tsx'

const DiskFolderPicker = lazy(async () => ({
  default: (await import('../disk/DiskFolderPicker.tsx')).DiskFolderPicker,
}))

type Values = { where: 'old' | 'other'; taken: 'rename' | 'version' }
type Props = { rows: TrashEntry[]; onRestore: (wish: RestoreWish) => Promise<void>; onClose: () => void }

/** What lay in a disk: where it goes, and what happens where its name is taken. */
export function RestoreDialog({ rows, onRestore, onClose }: Props) {
  const t = useTexts(texts)
  const [folder, setFolder] = useState<{ id: string; name: string }>()
  const [picking, setPicking] = useState(false)
  const submit = async ({ where, taken }: Values) => {
    if (where === 'other' && !folder) {
      setPicking(true)
      return false
    }
    await onRestore({ taken, ...(where === 'other' && folder && { folderId: folder.id }) })
    return true
  }
  return (
    <>
      <FormDialog<Values>
        open
        title={rows.length === 1 ? `${t('restore')} “${rows[0]?.name ?? ''}”` : t('restore')}
        submit={t('restore')}
        initial={{ where: 'old', taken: 'rename' }}
        onSubmit={submit}
        onClose={onClose}
      >
        <Form.Item<Values> name="where" label={t('where')}>
          <Radio.Group
            options={[
              { value: 'old', label: rows.length === 1 && rows[0]?.place ? rows[0].place : t('oldPlace') },
              { value: 'other', label: t('otherPlace') },
            ]}
          />
        </Form.Item>
        <Form.Item noStyle shouldUpdate>
          {({ getFieldValue }) =>
            getFieldValue('where') === 'other' && (
              <p className="trash-folder">
                <Button size="small" onClick={() => setPicking(true)}>
                  {t('choose')}
                </Button>
                <span className="second">{folder?.name ?? t('pickFirst')}</span>
              </p>
            )
          }
        </Form.Item>
        <Form.Item<Values> name="taken" label={t('conflict')}>
          <Radio.Group
            options={[
              { value: 'rename', label: t('rename') },
              { value: 'version', label: t('version') },
            ]}
          />
        </Form.Item>
      </FormDialog>
      {picking && (
        <Suspense>
          <DiskFolderPicker
            ok={t('restoreHere')}
            onPick={(place) => {
              setFolder({ id: place.id, name: place.name })
              setPicking(false)
            }}
            onCancel={() => setPicking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
