import { toolPage } from './tool-page.ts'

/** The pages of tools over files, by code: what the frame has to know of them before any is opened. */
export const filePages = {
  batchMergePdf: toolPage(
    'batchMergePdf',
    { zh: '票据合并 PDF', en: 'Receipts into one PDF' },
    async () => (await import('./MergePage.tsx')).MergePage,
  ),
  readInvoices: toolPage(
    'readInvoices',
    { zh: '发票识读与台账', en: 'Invoice ledger' },
    async () => (await import('./InvoicePage.tsx')).InvoicePage,
  ),
  tablesToExcel: toolPage(
    'tablesToExcel',
    { zh: '文档表格转 Excel', en: 'Tables of documents to Excel' },
    async () => (await import('./TablesPage.tsx')).TablesPage,
  ),
  bankStatement: toolPage(
    'bankStatement',
    { zh: '银行流水识读', en: 'Bank statements' },
    async () => (await import('./BankPage.tsx')).BankPage,
  ),
  journalToBalance: toolPage(
    'journalToBalance',
    { zh: '序时账转科目余额表', en: 'Journal to trial balance' },
    async () => (await import('./JournalPage.tsx')).JournalPage,
  ),
  ledgerImport: toolPage(
    'ledgerImport',
    { zh: '账套导入', en: 'Import of ledgers' },
    async () => (await import('./LedgerImportPage.tsx')).LedgerImportPage,
  ),
  excelToXlsx: toolPage(
    'excelToXlsx',
    { zh: 'xls 批量转 xlsx', en: 'xls to xlsx, in batch' },
    async () => (await import('./ConvertPage.tsx')).ConvertPage,
  ),
  pdfPages: toolPage(
    'pdfPages',
    { zh: 'PDF 拆分、提取、旋转、排序', en: 'PDF pages: divide, take out, turn, order' },
    async () => (await import('./PdfPagesPage.tsx')).PdfPagesPage,
  ),
  pdfMark: toolPage(
    'pdfMark',
    { zh: 'PDF 水印、页码、骑缝章', en: 'PDF watermark, page numbers, edge seal' },
    async () => (await import('./PdfMarkPage.tsx')).PdfMarkPage,
  ),
  pdfCompress: toolPage(
    'pdfCompress',
    { zh: 'PDF 压缩', en: 'PDF: make smaller' },
    async () => (await import('./PdfCompressPage.tsx')).PdfCompressPage,
  ),
  pdfSecret: toolPage(
    'pdfSecret',
    { zh: 'PDF 加密、解密', en: 'PDF: encrypt, decrypt' },
    async () => (await import('./PdfSecretPage.tsx')).PdfSecretPage,
  ),
  pdfToPictures: toolPage(
    'pdfToPictures',
    { zh: 'PDF 转图片', en: 'PDF to pictures' },
    async () => (await import('./PdfToPicturesPage.tsx')).PdfToPicturesPage,
  ),
  picturesToPdf: toolPage(
    'picturesToPdf',
    { zh: '图片转 PDF', en: 'Pictures to PDF' },
    async () => (await import('./PicturesToPdfPage.tsx')).PicturesToPdfPage,
  ),
  excelHelpers: toolPage(
    'excelHelpers',
    { zh: '表格合并、拆分、比较、去重', en: 'Sheets: together, divide, compare, duplicates' },
    async () => (await import('./SheetWorkPage.tsx')).SheetWorkPage,
  ),
}
