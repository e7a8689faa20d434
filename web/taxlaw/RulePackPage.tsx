import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import type { z } from 'zod'
import { professions, rulePack, type RuleSummary, type Signature } from '#contract/rule-pack.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useView } from '#web/kernel/tab.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { RecordDrawer } from '#web/kit/RecordDrawer.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { CertaintyMark } from './LawList.tsx'
import { Effective, RuleDetailView } from './RuleDetailView.tsx'
import { texts } from './rule-texts.ts'
import { certaintyTexts, partTexts, texts as returnTexts } from './texts.ts'
import './taxlaw.css'

type Release = z.output<typeof rulePack.release.output>
const grades = ['high', 'medium', 'low'] as const

/** /rule-pack/index: the law as data, how sure each rule is, and who has signed for the release. */
export function RulePackPage() {
  const t = useTexts(texts)
  const may = useMay()
  const [signing, sign] = useState(false)
  const release = useQuery(query(rulePack.release, {}))
  const { data } = release
  return (
    <Page
      title={t('title')}
      state={
        data && (
          <>
            <span className="third number">{t('release', { version: data.version })}</span>{' '}
            <StatusTag tone={data.signed ? 'good' : 'waiting'}>{t(data.signed ? 'signed' : 'unsigned')}</StatusTag>
          </>
        )
      }
      action={
        may('rulePack.sign') &&
        data &&
        !data.signed && (
          <Button type="primary" onClick={() => sign(true)}>
            {t('sign')}
          </Button>
        )
      }
    >
      <StateView of={release} shape={<Bones lines={4} />}>
        {(of) => (
          <>
            <ReleaseHead of={of} />
            <SignDialog of={of} open={signing} onClose={() => sign(false)} />
          </>
        )}
      </StateView>
      <Rules />
    </Page>
  )
}

function ReleaseHead({ of }: { of: Release }) {
  const t = useTexts(texts)
  return (
    <section className="release-head">
      <p>{t('contents', { rules: of.rules, rates: of.rates, forms: of.forms, asOf: of.asOf })}</p>
      <p className="second">{t('revision', { words: of.latestRevision })}</p>
      <p className="third mono" title={of.packHash}>
        {t('digest', { hash: of.packHash.slice(0, 16) })}
      </p>
      <h2 className="section-title">{t('signatures')}</h2>
      {of.signatures.length === 0 ? (
        <p className="second">{t('noSignatures')}</p>
      ) : (
        <ul className="signatures">
          {of.signatures.map((one) => (
            <li key={one.id}>
              <SignatureLine of={one} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function SignatureLine({ of }: { of: z.output<typeof Signature> }) {
  const t = useTexts(texts)
  const may = useMay()
  const part = useTexts(partTexts)
  const sinceSigned = useTexts(returnTexts)
  const [asking, ask] = useState(false)
  const revoke = useCommand(rulePack.revoke, { quiet: true })
  const state = of.revokeTime !== '' ? 'revoked' : of.current ? 'standing' : 'older'
  return (
    <>
      <p>
        <strong>{of.signerName}</strong> {t(of.profession)} <span className="number">{of.licenceNo}</span>{' '}
        <StatusTag tone={state === 'standing' ? 'good' : state === 'revoked' ? 'bad' : 'plain'}>{t(state)}</StatusTag>{' '}
        <span className="third number">{of.version}</span>{' '}
        {state !== 'revoked' && may('rulePack.sign') && (
          <button type="button" className="plain-button link" onClick={() => ask(true)}>
            {t('revoke')}
          </button>
        )}
      </p>
      <p className="second">{of.statement}</p>
      {state === 'older' && (
        <p className="second">
          {sinceSigned('movedSince', { parts: of.moved.map((one) => part(one)).join(sinceSigned('listGap')) })}
        </p>
      )}
      <p className="third">{t('by', { who: of.userName, time: of.time })}</p>
      {state === 'revoked' && (
        <p className="second">
          {t('revokedBy', { who: of.revokeUserName, time: of.revokeTime, reason: of.revokeReason })}
        </p>
      )}
      <FormDialog<{ reason: string }>
        open={asking}
        title={t('revoke')}
        submit={t('revoke')}
        initial={{}}
        onClose={() => ask(false)}
        onSubmit={({ reason }) => revoke.mutateAsync({ id: of.id, reason })}
      >
        <Form.Item
          name="reason"
          label={t('revokeReason')}
          rules={[{ required: true, whitespace: true, message: t('required') }]}
        >
          <Input.TextArea rows={3} maxLength={500} />
        </Form.Item>
      </FormDialog>
    </>
  )
}

type Signing = { signerName: string; profession: (typeof professions)[number]; licenceNo: string; statement: string }

function SignDialog({ of, open, onClose }: { of: Release; open: boolean; onClose: () => void }) {
  const t = useTexts(texts)
  const sign = useCommand(rulePack.sign, { quiet: true })
  const needed = [{ required: true, whitespace: true, message: t('required') }]
  return (
    <FormDialog<Signing>
      open={open}
      title={t('signTitle', { version: of.version })}
      submit={t('sign')}
      initial={{ profession: 'tax_agent', statement: t('statementDraft') }}
      onClose={onClose}
      onSubmit={(values) => sign.mutateAsync({ ...values, packHash: of.packHash })}
    >
      <Form.Item name="signerName" label={t('signerName')} rules={needed}>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item name="profession" label={t('profession')} rules={[{ required: true }]}>
        <Select options={professions.map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      <Form.Item name="licenceNo" label={t('licenceNo')} rules={needed}>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item name="statement" label={t('statement')} rules={needed}>
        <Input.TextArea rows={4} maxLength={1000} />
      </Form.Item>
    </FormDialog>
  )
}

function Rules() {
  const t = useTexts(texts)
  const sure = useTexts(certaintyTexts)
  const [year, setYear] = useView('year')
  const [certainty, setCertainty] = useView('certainty')
  const [form, setForm] = useState('')
  const [paper, setPaper] = useState('')
  const [text, setText] = useState('')
  const [open, setOpen] = useView('rule')
  const grade = grades.find((one) => one === certainty)
  const wanted = useDeferredValue({ form: form.trim(), paper: paper.trim(), text: text.trim() })
  const list = useQuery({
    ...query(rulePack.list, {
      ...wanted,
      ...(year !== '' && { year: Number(year) }),
      ...(grade && { certainty: grade }),
    }),
    placeholderData: keepPreviousData,
  })
  const years = Array.from({ length: 10 }, (_, at) => String(2027 - at))
  const shown = list.data?.find(({ id }) => id === open)
  return (
    <>
      <h2 className="section-title">{t('rules')}</h2>
      <div className="rule-search">
        <Input
          allowClear
          placeholder={t('find')}
          aria-label={t('find')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Select
          aria-label={t('year')}
          value={year}
          onChange={setYear}
          options={[{ value: '', label: t('anyYear') }, ...years.map((value) => ({ value, label: value }))]}
        />
        <Select
          aria-label={t('certainty')}
          value={certainty}
          onChange={setCertainty}
          options={[{ value: '', label: t('anyCertainty') }, ...grades.map((value) => ({ value, label: sure(value) }))]}
        />
        <Input
          allowClear
          placeholder={t('form')}
          aria-label={t('form')}
          value={form}
          onChange={({ target }) => setForm(target.value)}
        />
        <Input
          allowClear
          placeholder={t('paper')}
          aria-label={t('paper')}
          value={paper}
          onChange={({ target }) => setPaper(target.value)}
        />
      </div>
      <DataTable<RuleSummary>
        name={t('rules')}
        rows={list.data}
        rowKey={({ id }) => id}
        fault={list.error}
        retry={list.refetch}
        empty={{ says: t('none') }}
        onOpen={({ id }) => setOpen(id)}
        selected={open}
        dense
        columns={[
          {
            key: 'name',
            title: t('name'),
            width: 230,
            render: ({ id, name }) => (
              <>
                <button type="button" className="plain-button link" onClick={() => setOpen(id)}>
                  {name}
                </button>
                <div className="third mono">{id}</div>
              </>
            ),
          },
          { key: 'formula', title: t('formula'), render: ({ formula }) => <span className="second">{formula}</span> },
          { key: 'from', title: t('effective'), width: 190, render: (rule) => <Effective of={rule} /> },
          {
            key: 'lines',
            title: t('lines'),
            width: 150,
            render: ({ lines }) => <span className="number">{lines.join(listMark())}</span>,
          },
          { key: 'paper', title: t('paper'), width: 80 },
          { key: 'vectors', title: t('vectors'), width: 70, align: 'right' },
          {
            key: 'certainty',
            title: t('certainty'),
            width: 120,
            render: (rule) => <CertaintyMark of={rule.certainty} />,
          },
        ]}
      />
      <RecordDrawer
        open={open !== ''}
        title={shown?.name ?? open}
        width={560}
        onClose={() => setOpen('')}
        tabs={[{ key: 'rule', label: t('name'), content: open !== '' && <RuleDetailView rule={open} /> }]}
      />
    </>
  )
}
