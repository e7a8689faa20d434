import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { LONGEST_TRY, type MaskActions, type MaskPiece, masking } from '#contract/masking.ts'
import { call, query } from '#web/kernel/api.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { Empty, Failing } from '#web/kit/StateView.tsx'
import { example } from './example.ts'
import { markedTexts, type Stretch } from './marked-texts.ts'
import { texts } from './texts.ts'

type Tried = { text: string } & z.output<typeof masking.tryOut.output>
type Rules = { actions: MaskActions; words: string[]; patterns: string[] }

/** What would leave of a text with a template, beside the text itself; nothing is stored or sent. */
export function TryOut() {
  const t = useTexts(texts)
  const [text, setText] = useState('')
  const choice = useChoice()
  const run = useMutation({
    mutationFn: async (rules: Rules): Promise<Tried> => ({ text, ...(await call(masking.tryOut, { text, ...rules })) }),
  })
  const { rules } = choice
  return (
    <div className="masking">
      <div className="masking-try">
        <label htmlFor="mask-try-text">{t('tryText')}</label>
        <Input.TextArea
          id="mask-try-text"
          value={text}
          maxLength={LONGEST_TRY}
          showCount
          autoSize={{ minRows: 5, maxRows: 16 }}
          placeholder={t('tryPlaceholder')}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="masking-bar">
          <label htmlFor="mask-try-with">{t('tryWith')}</label>
          <Select
            id="mask-try-with"
            className="masking-choice"
            value={choice.value}
            options={choice.options}
            loading={choice.loading}
            onChange={choice.choose}
          />
          <Button onClick={() => setText(example)}>{t('example')}</Button>
          <Button
            type="primary"
            disabled={text.trim() === '' || rules === undefined}
            loading={run.isPending}
            onClick={() => rules && run.mutate(rules)}
          >
            {t('tryRun')}
          </Button>
        </div>
      </div>
      {run.isError && <Failing fault={run.error} />}
      {run.data ? <Result tried={run.data} /> : !run.isError && <Empty says={t('tryEmpty')} />}
    </div>
  )
}

/** The product's templates and the firm's and one's own, as a choice of rules. */
function useChoice() {
  const t = useTexts(texts)
  const presets = useQuery(query(masking.presets, {}))
  const templates = useQuery(query(masking.list, { current: '1', size: '200' }))
  const [value, choose] = useState('standard')
  const options = [
    {
      label: t('presetsTitle'),
      options: (presets.data ?? []).map(({ key }) => ({ value: key as string, label: t(`preset_${key}`) })),
    },
    {
      label: t('ownTitle'),
      options: (templates.data?.records ?? []).map(({ id, name, scope }) => ({
        value: id,
        label: `${name} · ${t(scope)}`,
      })),
    },
  ].filter((group) => group.options.length > 0)
  const preset = presets.data?.find(({ key }) => key === value)
  const template = templates.data?.records.find(({ id }) => id === value)
  const rules: Rules | undefined = preset ? { actions: preset.actions, words: [], patterns: [] } : template
  return {
    value,
    choose,
    options,
    loading: presets.isPending || templates.isPending,
    rules: rules && { actions: rules.actions, words: rules.words, patterns: rules.patterns },
  }
}

function Result({ tried }: { tried: Tried }) {
  const t = useTexts(texts)
  const { text, pieces, residual, restored } = tried
  const { before, leaves } = markedTexts(text, pieces)
  const kinds = [...new Set(residual.map(({ kind }) => t(`kind_${kind}`)))].join(listMark())
  const columns: Column<MaskPiece>[] = [
    { key: 'kind', title: t('kind'), width: 140, render: ({ kind }) => t(`kind_${kind}`) },
    { key: 'original', title: t('original'), render: ({ start, end }) => text.slice(start, end) },
    { key: 'shown', title: t('shown') },
    { key: 'by', title: t('by'), width: 130, render: ({ by }) => t(`by_${by}`) },
  ]
  return (
    <section aria-label={t('leaves')} aria-live="polite">
      {residual.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={t('residual', { count: residual.length, kinds })}
          className="masking-alert"
        />
      )}
      <p className="masking-verdict">
        {pieces.length === 0
          ? t('nothingFound')
          : `${t('foundCount', { count: pieces.length })} · ${t(restored === text ? 'comesBack' : 'comesBackPartly')}`}
      </p>
      <div className="masking-pair">
        <figure>
          <figcaption>{t('before')}</figcaption>
          <Marked stretches={before} />
        </figure>
        <figure>
          <figcaption>{t('leaves')}</figcaption>
          <Marked stretches={leaves} />
        </figure>
      </div>
      {pieces.length > 0 && (
        <>
          <h2>{t('places')}</h2>
          <DataTable<MaskPiece>
            name={t('places')}
            rows={pieces}
            columns={columns}
            rowKey={({ start }) => String(start)}
            dense
          />
        </>
      )}
    </section>
  )
}

const Marked = ({ stretches }: { stretches: readonly Stretch[] }) => (
  <div className="masking-text">
    {stretches.map(({ text, at, piece }) =>
      piece === undefined ? <span key={at}>{text}</span> : <mark key={at}>{text}</mark>,
    )}
  </div>
)
