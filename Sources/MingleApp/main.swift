print("mingle")
