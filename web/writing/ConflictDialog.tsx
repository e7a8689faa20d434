import { Button, Modal, Radio, Space } from 'antd'
import { useState } from 'react'
import type { BlockNode } from '#contract/writing-doc.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useFocusBack } from '#web/kit/focus-back.ts'
import { type Clash, isClash, type Merged, wordsOfBlock } from './merge-bodies.ts'
import { texts } from './texts.ts'

type Choice = 'mine' | 'theirs' | 'both'
type ConflictDialogProps = { merged: Merged | undefined; onMerge: (blocks: BlockNode[]) => Promise<void> }

const decided = (clash: Clash, choice: Choice): BlockNode[] =>
  choice === 'both' ? [...clash.mine, ...clash.theirs] : clash[choice]

/** Places that two people changed at once, each to be decided; nothing is overwritten silently. */
export function ConflictDialog({ merged, onMerge }: ConflictDialogProps) {
  useFocusBack(merged !== undefined)
  const t = useTexts(texts)
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(new Map())
  const [busy, setBusy] = useState(false)
  const clashes = (merged ?? []).filter(isClash)
  const places = clashes.map((clash, no) => ({ clash, no }))
  const choiceOf = (no: number): Choice => choices.get(no) ?? 'mine'
  const all = (choice: Choice) => setChoices(new Map(clashes.map((_, no) => [no, choice])))
  const says = (blocks: readonly BlockNode[]) => blocks.map(wordsOfBlock).join('\n') || t('nothingThere')
  const merge = async () => {
    setBusy(true)
    let no = 0
    const blocks = (merged ?? []).flatMap((part) => (isClash(part) ? decided(part, choiceOf(no++)) : [part]))
    await onMerge(blocks).finally(() => {
      setBusy(false)
      setChoices(new Map())
    })
  }
  return (
    <Modal
      open={merged !== undefined}
      title={t('mergeTitle')}
      closable={false}
      keyboard={false}
      width={760}
      footer={
        <Button type="primary" loading={busy} onClick={() => void merge()}>
          {t('mergeDo')}
        </Button>
      }
    >
      <p className="second">{t('mergeHint')}</p>
      <Space style={{ margin: '8px 0' }}>
        <Button size="small" onClick={() => all('mine')}>
          {t('allMine')}
        </Button>
        <Button size="small" onClick={() => all('theirs')}>
          {t('allTheirs')}
        </Button>
      </Space>
      <ol className="wr-merge">
        {places.map(({ clash, no }) => (
          <li key={no}>
            <Radio.Group
              aria-label={t('mergePlace', { no: no + 1 })}
              value={choiceOf(no)}
              onChange={({ target }) => setChoices(new Map([...choices, [no, target.value as Choice]]))}
              options={(['mine', 'theirs', 'both'] as const).map((value) => ({ value, label: t(value) }))}
            />
            <div className="wr-merge-sides">
              <p data-chosen={choiceOf(no) !== 'theirs' || undefined}>
                <span className="third">{t('mine')}</span>
                {says(clash.mine)}
              </p>
              <p data-chosen={choiceOf(no) !== 'mine' || undefined}>
                <span className="third">{t('theirs')}</span>
                {says(clash.theirs)}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Modal>
  )
}
