import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { diskFile } from '#contract/disk-file.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import type { DiskRow } from './disk-rows.ts'
import type { NodeCommands } from './node-commands.ts'
import { texts } from './texts.ts'

type TagProps = { rows: readonly DiskRow[]; commands: NodeCommands; onClose: () => void }

/** Tags of one or several things: those that all of them bear can be taken away, others are added to all. */
export function TagDialog({ rows, commands, onClose }: TagProps) {
  const t = useTexts(texts)
  const [row] = rows
  const used = useQuery({ ...query(diskFile.tags, { spaceId: row?.spaceId ?? '' }), enabled: row !== undefined })
  const shared = (row?.tags ?? []).filter((tag) => rows.every(({ tags }) => tags.includes(tag)))
  return (
    <FormDialog<{ tags: string[] }>
      open
      title={t('do_tags')}
      initial={{ tags: shared }}
      onClose={onClose}
      onSubmit={async ({ tags }) => {
        const add = tags.filter((tag) => !shared.includes(tag))
        const remove = shared.filter((tag) => !tags.includes(tag))
        if (add.length === 0 && remove.length === 0) return true
        return commands.tag(
          rows.map(({ id }) => id),
          { add, remove },
        )
      }}
    >
      {rows.length > 1 && <p className="second disk-form-hint">{t('tagsHint', { count: rows.length })}</p>}
      <Form.Item name="tags" label={t('tags')}>
        <Select
          mode="tags"
          // below it would lie over the buttons
          placement="topLeft"
          listHeight={120}
          aria-label={t('tags')}
          maxCount={20}
          tokenSeparators={[',', '，', '、']}
          options={(used.data ?? []).map(({ tag, count }) => ({ value: tag, label: `${tag} (${count})` }))}
          optionLabelProp="value"
          placeholder={t('tagsPlease')}
        />
      </Form.Item>
    </FormDialog>
  )
}
