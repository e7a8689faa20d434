import { Button, Modal, Radio, Select } from 'antd'
import { useState } from 'react'
import type { DiskNode } from '#contract/disk-shapes.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useFocusBack } from '#web/kit/focus-back.ts'
import { useShortDate } from '#web/kit/short-date.ts'
import { sizeText } from '../ledger/size-text.ts'
import type { PathFile } from './dropped-files.ts'
import { uploadTexts as texts } from './upload-texts.ts'
import './panes.css'

export type Taken = PathFile & { node: DiskNode }
export const taking = ['version', 'rename', 'skip'] as const
export type Taking = (typeof taking)[number]

/** What is done with a file beside a folder of its name, or one that cannot be written over. */
export const choicesFor = ({ node }: Pick<Taken, 'node'>): readonly Taking[] =>
  node.kind === 'folder' ? ['rename', 'skip'] : taking

type ConflictsProps = {
  folder: string
  taken: readonly Taken[]
  /** Files beside them whose names are free. */
  rest: number
  onChosen: (choices: ReadonlyMap<string, Taking>) => void
  onCancel: () => void
}
/** Lines drawn at first. */
const MOST_LINES = 200

/** Before an upload begins: what to do with each name that is taken, or with all of them. */
export function ConflictsDialog({ folder, taken, rest, onChosen, onCancel }: ConflictsProps) {
  const t = useTexts(texts)
  const short = useShortDate()
  useFocusBack(true)
  const [choices, setChoices] = useState<ReadonlyMap<string, Taking>>(
    () => new Map(taken.map((one) => [one.path, choicesFor(one)[0] ?? 'rename'])),
  )
  const set = (one: Taken, choice: Taking) => setChoices((before) => new Map(before).set(one.path, choice))
  const setAll = (choice: Taking) =>
    setChoices(new Map(taken.map((one) => [one.path, choicesFor(one).includes(choice) ? choice : 'rename'])))
  const alike = taking.find((choice) => taken.every(({ path }) => choices.get(path) === choice))
  return (
    <Modal
      open
      title={t('conflictsTitle', { count: taken.length })}
      width={640}
      mask={{ closable: false }}
      onCancel={onCancel}
      footer={
        <div className="dialog-buttons">
          <Button onClick={onCancel}>{t('cancel')}</Button>
          <Button type="primary" onClick={() => onChosen(choices)}>
            {t('startUpload')}
          </Button>
        </div>
      }
    >
      <p className="second">{t(rest > 0 ? 'conflictsSay' : 'conflictsAll', { folder, rest })}</p>
      <div className="disk-conflict-all">
        <span>{t('applyAll')}</span>
        <Radio.Group
          aria-label={t('applyAll')}
          optionType="button"
          size="small"
          value={alike ?? null}
          onChange={({ target }) => {
            const choice = taking.find((one) => one === target.value)
            if (choice) setAll(choice)
          }}
          options={taking.map((value) => ({ value, label: t(`taken_${value}`) }))}
        />
      </div>
      <ul className="disk-conflicts">
        {taken.slice(0, MOST_LINES).map((one) => (
          <li key={one.path}>
            <span className="disk-conflict-name">
              <span title={one.path}>{one.path}</span>
              <span className="third">
                {`${t('theirs')} ${one.node.kind === 'folder' ? t('isFolder') : `${sizeText(one.node.size)} · ${short(one.node.updateTime)}`}`}
                {` — ${t('yours')} ${sizeText(one.file.size)}`}
                {one.node.kind === 'file' && one.node.size === one.file.size && ` · ${t('sameContent')}`}
              </span>
            </span>
            <Select<Taking>
              size="small"
              aria-label={t('choiceOf', { name: one.path })}
              value={choices.get(one.path) ?? 'rename'}
              onChange={(choice) => set(one, choice)}
              options={choicesFor(one).map((value) => ({ value, label: t(`taken_${value}`) }))}
              style={{ width: 128 }}
            />
          </li>
        ))}
      </ul>
      {taken.length > MOST_LINES && <p className="third">{t('more', { count: taken.length - MOST_LINES })}</p>}
    </Modal>
  )
}
