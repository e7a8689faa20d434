import { filePages } from './file-pages.ts'
import type { Tool } from './tool-row.ts'

/** Tools over files: workbooks, PDF, receipts. */
export const fileTools: readonly Tool[] = [
  {
    ...filePages.batchMergePdf,
    category: 'invoice',
    says: {
      zh: '发票、行程单、照片排进 A4：一页 1 到 9 张，查重、合计、编号，红章不丢',
      en: 'Invoices, tickets and photos on A4, 1 to 9 a page: duplicates found, totals, numbers, stamps kept',
    },
    icon: 'ReconciliationOutlined',
    words: '发票 合并 打印 报销 invoice merge print OFD',
    runs: 'server',
  },
  {
    ...filePages.readInvoices,
    category: 'invoice',
    says: {
      zh: '批量读取数电票 XML、OFD、PDF，导出台账；核对金额、税号、抬头、连号，查全所重复',
      en: 'Reads digital invoices (XML, OFD, PDF) into a ledger; checks sums, tax numbers, buyer, duplicates across the firm',
    },
    icon: 'AuditOutlined',
    words: '台账 查重 报销 数电票 全电 导出 invoice ledger',
    runs: 'server',
  },
  {
    ...filePages.bankStatement,
    category: 'bank',
    says: {
      zh: '工行、建行、招行、支付宝、微信及其他流水汇成一张表；余额逐笔核对到分，标出大额、整万、深夜、当日进出',
      en: 'Statements of any bank, Alipay and WeChat in one workbook; balances checked to the fen, unusual movements marked',
    },
    icon: 'BankOutlined',
    words: '流水 对账单 余额 连续 资金 bank statement alipay wechat',
    runs: 'server',
  },
  {
    ...filePages.journalToBalance,
    category: 'excel',
    says: {
      zh: '由序时账汇总出科目余额表，逐级汇总；有余额表时取期初并逐科目核对，写明是否相符',
      en: 'Sums a journal into a trial balance by levels; a balance given with it opens the year and is compared',
    },
    icon: 'CalculatorOutlined',
    words: '序时簿 凭证 余额表 发生额 汇总 journal ledger trial balance',
    runs: 'server',
  },
  {
    ...filePages.ledgerImport,
    category: 'excel',
    says: {
      zh: '科目余额表、序时账、报表导入项目：识别列、逐科目核对，选项目后打开它的导入页',
      en: 'Trial balance, journal and statements into a project: columns known, every account tied out; opens its import',
    },
    icon: 'DatabaseOutlined',
    words: '余额表 序时账 导入 用友 金蝶 浪潮 账套 ledger import trial balance',
    runs: 'server',
  },
  {
    ...filePages.tablesToExcel,
    category: 'excel',
    says: {
      zh: '把 PDF、Word、OFD、网页里的表格或文字提取成 Excel，金额成为可求和的数字',
      en: 'Tables or text of PDF, Word, OFD and web pages into Excel; amounts become numbers that sum',
    },
    icon: 'TableOutlined',
    words: 'PDF转Excel Word转Excel 提取 表格 extract',
    runs: 'server',
  },
  {
    ...filePages.excelToXlsx,
    category: 'excel',
    says: {
      zh: '一批 xls、et、csv 转成 xlsx，格式和样式保留，逐个列出结果，原文件不动',
      en: 'xls, et and csv files to xlsx, formats and styles kept, each file’s outcome listed, originals untouched',
    },
    icon: 'FileExcelOutlined',
    words: '转换 表格 wps et csv excel convert',
    runs: 'server',
  },
  {
    ...filePages.pdfPages,
    category: 'pdf',
    says: {
      zh: '看着缩略图选页：拆成多个、提取几页、旋转、拖动排序、多个合一',
      en: 'By thumbnails: divide, take pages out, turn, drag into order, put several together',
    },
    icon: 'BlockOutlined',
    words: '拆分 提取 旋转 合并 split merge rotate extract',
    runs: 'browser',
  },
  {
    ...filePages.pdfMark,
    category: 'pdf',
    says: {
      zh: '批量加文字水印、页码和骑缝章图片',
      en: 'Watermarks, page numbers and a seal over the edges, for many files at once',
    },
    icon: 'FileProtectOutlined',
    words: '水印 页码 盖章 骑缝 watermark stamp number',
    runs: 'browser',
  },
  {
    ...filePages.pdfCompress,
    category: 'pdf',
    says: {
      zh: '重新压缩扫描件和图片，文字不变；说明小了多少，不会越压越大',
      en: 'Codes scans and pictures again, text stays; says what was won and never makes a file bigger',
    },
    icon: 'InboxOutlined',
    words: '压缩 变小 瘦身 邮件 附件 compress shrink reduce',
    runs: 'browser',
  },
  {
    ...filePages.pdfSecret,
    category: 'pdf',
    says: {
      zh: 'AES-256 加密，设打开密码和打印、复制权限；知道密码的可批量解除',
      en: 'AES-256 with a password to open and rights to print or copy; removed again by who has the password',
    },
    icon: 'LockOutlined',
    words: '加密 解密 密码 权限 解除 encrypt decrypt password protect',
    runs: 'browser',
  },
  {
    ...filePages.pdfToPictures,
    category: 'pdf',
    says: {
      zh: '每页一张 PNG 或 JPG，分辨率可选，打成一个 ZIP',
      en: 'Every page as PNG or JPG at the resolution you choose, in one ZIP',
    },
    icon: 'FileSearchOutlined',
    words: '转图片 截图 导出图片 png jpg image',
    runs: 'browser',
  },
  {
    ...filePages.picturesToPdf,
    category: 'pdf',
    says: {
      zh: '照片、扫描图片按顺序合成一个 PDF，自动摆正，A4 或原大小',
      en: 'Photos and scans in order as one PDF, turned upright, on A4 or at their own size',
    },
    icon: 'ReadOutlined',
    words: '图片 照片 扫描 合成 images to pdf photo scan',
    runs: 'browser',
  },
  {
    ...filePages.excelHelpers,
    category: 'excel',
    says: {
      zh: '多表按列名合并，按列拆分，两表找差异，名单模糊匹配，去重复，列转行',
      en: 'Put together, divide by a column, find differences, match names, take duplicates out, columns into rows',
    },
    icon: 'ForkOutlined',
    words: '合并 拆分 对比 核对 匹配 名单 去重 透视 merge split compare dedupe unpivot',
    runs: 'browser',
  },
]
