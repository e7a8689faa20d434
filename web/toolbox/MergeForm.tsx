import { Checkbox, Input, InputNumber, Segmented } from 'antd'
import { type MergeOptions, mergeOrders, perPage } from '#contract/tool-run.ts'
import { useTexts } from '#web/kernel/language.ts'
import { PagePreview } from './PagePreview.tsx'
import { texts } from './texts.ts'

const sides = ['top', 'right', 'bottom', 'left'] as const
const switches = ['cutLine', 'pageNumbers', 'indexNumbers', 'cover', 'bookmarks', 'turn', 'trim'] as const

type FormProps = { options: MergeOptions; onChange: (options: MergeOptions) => void }

/** How receipts are ordered and laid out. */
export function MergeForm({ options, onChange }: FormProps) {
  const t = useTexts(texts)
  const set = (change: Partial<MergeOptions>) => onChange({ ...options, ...change })
  return (
    <>
      <PagePreview options={options} />
      <fieldset className="tool-field">
        <legend>{t('layout')}</legend>
        <Segmented
          value={options.perPage}
          options={perPage.map((value) => ({ value, label: value }))}
          onChange={(value) => set({ perPage: value })}
        />
      </fieldset>
      <fieldset className="tool-field">
        <legend>{t('orientation')}</legend>
        <Segmented
          value={options.orientation}
          options={(['portrait', 'landscape'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={(orientation) => set({ orientation })}
        />
      </fieldset>
      <fieldset className="tool-field">
        <legend>{t('order')}</legend>
        <Segmented
          value={options.order}
          options={mergeOrders.map((value) => ({ value, label: t(value) }))}
          onChange={(order) => set({ order })}
        />
        <Checkbox checked={options.descending} onChange={({ target }) => set({ descending: target.checked })}>
          {t('descending')}
        </Checkbox>
      </fieldset>
      <fieldset className="tool-field">
        <legend>{t('duplicates')}</legend>
        <Segmented
          value={options.duplicates}
          options={(['skip', 'keep'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={(duplicates) => set({ duplicates })}
        />
      </fieldset>
      <fieldset className="tool-field">
        <legend>{t('pages')}</legend>
        <Segmented
          value={options.pages}
          options={(['all', 'first'] as const).map((value) => ({
            value,
            label: t(value === 'all' ? 'allPages' : 'firstPage'),
          }))}
          onChange={(pages) => set({ pages })}
        />
      </fieldset>
      <div className="tool-switches">
        {switches.map((key) => (
          <Checkbox key={key} checked={options[key]} onChange={({ target }) => set({ [key]: target.checked })}>
            {t(key)}
          </Checkbox>
        ))}
      </div>
      <div className="tool-field">
        <label htmlFor="merge-margin">{t('margin')}</label>
        <InputNumber
          id="merge-margin"
          min={0}
          max={40}
          precision={0}
          value={options.margin}
          onChange={(margin) => set({ margin: margin ?? 0 })}
        />
      </div>
      <fieldset className="tool-field">
        <legend>{t('crop')}</legend>
        <div className="tool-sides">
          {sides.map((side) => (
            <InputNumber
              key={side}
              min={0}
              max={250}
              precision={0}
              prefix={t(side)}
              aria-label={`${t('crop')} ${t(side)}`}
              value={options.crop[side]}
              onChange={(value) => set({ crop: { ...options.crop, [side]: value ?? 0 } })}
            />
          ))}
        </div>
      </fieldset>
      <div className="tool-field">
        <label htmlFor="merge-name">{t('outputName')}</label>
        <Input
          id="merge-name"
          maxLength={80}
          value={options.name}
          placeholder={t('outputNameHint')}
          onChange={({ target }) => set({ name: target.value })}
        />
      </div>
    </>
  )
}
