import { useMutation } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { knowledge, type KnowledgeBase, type KnowledgeKind, knowledgeKinds, type Passage } from '#contract/knowledge.ts'
import { call } from '#web/kernel/api.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { Bones, Empty, Failing } from '#web/kit/StateView.tsx'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { useAnchorText } from './anchor-text.ts'
import { MarkedText } from './MarkedText.tsx'
import { texts } from './texts.ts'

type Values = { query: string; baseIds?: string[]; kinds?: KnowledgeKind[]; inForceOn?: string }
type TryProps = { bases: readonly KnowledgeBase[]; onPlace: (chunkId: string) => void }

const tones: Record<Passage['standing'], Tone> = {
  inForce: 'good',
  notYet: 'waiting',
  expired: 'bad',
  unknown: 'plain',
}
const legs = ['identifiers', 'words', 'vectors', 'rerank'] as const

/** Asks the bases as chat and search do, and shows why each passage was found. */
export function SearchTry({ bases, onPlace }: TryProps) {
  const t = useTexts(texts)
  // a reading: nothing is written, so nothing is refreshed and an answer is only of this moment
  const search = useMutation({
    mutationFn: ({ query, baseIds, kinds, inForceOn }: Values) =>
      call(knowledge.retrieve, {
        query,
        limit: 20,
        ...(baseIds?.length && { baseIds }),
        ...(kinds?.length && { kinds }),
        ...(inForceOn && { inForceOn }),
      }),
  })
  const { data } = search
  return (
    <div className="kb-try">
      <Form<Values> layout="vertical" className="kb-try-form" onFinish={(values) => search.mutate(values)}>
        <Form.Item<Values>
          name="query"
          label={t('query')}
          rules={[{ required: true, whitespace: true, message: t('queryPlease') }]}
        >
          <Input maxLength={2000} onPressEnter={(event) => event.currentTarget.form?.requestSubmit()} />
        </Form.Item>
        <Form.Item<Values> name="baseIds" label={t('inBases')}>
          <Select
            mode="multiple"
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            options={bases.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
        <Form.Item<Values> name="kinds" label={t('kind')}>
          <Select
            mode="multiple"
            allowClear
            options={knowledgeKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
          />
        </Form.Item>
        <Form.Item<Values> name="inForceOn" label={t('onDay')}>
          <Input type="date" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={search.isPending}>
          {t('search')}
        </Button>
      </Form>
      <div aria-live="polite">
        {search.isPending && <Bones lines={5} />}
        {search.isError && <Failing fault={search.error} />}
        {search.isIdle && <p className="third">{t('searchHint')}</p>}
        {data && !search.isPending && (
          <p className="second">
            {t('foundIn', {
              count: data.passages.length,
              ms: data.milliseconds,
              legs: data.legs.map((leg) => t(`leg_${leg}`)).join(listMark()),
            })}
          </p>
        )}
      </div>
      {data && !search.isPending && data.passages.length === 0 && <Empty says={t('nothing')} />}
      {data && !search.isPending && data.passages.length > 0 && (
        <ol className="kb-found">
          {data.passages.map((passage) => (
            <Found key={passage.chunkId} of={passage} onPlace={onPlace} />
          ))}
        </ol>
      )}
    </div>
  )
}

function Found({ of: passage, onPlace }: { of: Passage; onPlace: (chunkId: string) => void }) {
  const t = useTexts(texts)
  const anchorText = useAnchorText()
  const why = legs.flatMap((leg) => {
    const place = passage.places[leg]
    return place === undefined ? [] : [t('placeIn', { leg: t(`leg_${leg}`), place })]
  })
  return (
    <li>
      <div className="kb-found-head">
        <strong>{passage.documentName}</strong>
        <span className="second">{anchorText(passage.anchor)}</span>
        <StatusTag tone={tones[passage.standing]}>{t(`standing_${passage.standing}`)}</StatusTag>
        {passage.superseded && <StatusTag tone="waiting">{t('superseded')}</StatusTag>}
      </div>
      <MarkedText text={passage.text} marks={passage.marks} />
      <div className="kb-found-foot">
        <span className="third">
          {[passage.baseName, passage.number, ...why, t('score', { score: passage.score.toFixed(4) })]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <Button
          type="link"
          size="small"
          aria-label={`${t('openPlace')} ${passage.documentName} ${anchorText(passage.anchor)}`}
          onClick={() => onPlace(passage.chunkId)}
        >
          {t('openPlace')}
        </Button>
      </div>
    </li>
  )
}
