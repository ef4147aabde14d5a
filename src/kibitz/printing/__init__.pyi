from kibitz.printing.document import Document as Document
from kibitz.printing.document import document as document
from kibitz.printing.html import html_page as html_page
from kibitz.printing.latex import latex as latex
from kibitz.printing.markdown import markdown as markdown
from kibitz.printing.save import save as save
from kibitz.printing.typst import pdf as pdf
from kibitz.printing.typst import typst_source as typst_source
